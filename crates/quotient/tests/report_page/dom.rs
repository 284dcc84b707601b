//! Pages as browsers read them, by html5ever.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// An element, and all text within it.
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub text: String,
    /// The elements that it stands in, from the outermost.
    pub within: Vec<usize>,
}

/// The elements of a page, in the order in which they begin.
pub struct Dom(pub Vec<Element>);

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| &value[..])
    }

    pub fn has_class(&self, class: &str) -> bool {
        self.attribute("class").is_some_and(|all| all.split_whitespace().any(|one| one == class))
    }
}

impl Dom {
    /// A page without any error.
    #[track_caller]
    pub fn parse(page: &str) -> Dom {
        let parsed = parse_document(RcDom::default(), ParseOpts::default()).one(page);
        assert_eq!(*parsed.errors.borrow(), Vec::<String>::new());
        let mut elements = Vec::new();
        let mut open: Vec<(Handle, Vec<usize>)> = vec![(parsed.document.clone(), Vec::new())];
        while let Some((node, within)) = open.pop() {
            let mut inside = within.clone();
            match &node.data {
                NodeData::Element { name, attrs, .. } => {
                    inside.push(elements.len());
                    let attributes = attrs.borrow();
                    let attributes = attributes
                        .iter()
                        .map(|it| (it.name.local.to_string(), it.value.to_string()));
                    let (name, text) = (name.local.to_string(), String::new());
                    let attributes = attributes.collect();
                    elements.push(Element { name, attributes, text, within });
                }
                NodeData::Text { contents } => {
                    let text = contents.borrow();
                    within.iter().for_each(|&it: &usize| elements[it].text.push_str(&text));
                }
                _ => {}
            }
            let children = node.children.borrow();
            open.extend(children.iter().rev().map(|child| (child.clone(), inside.clone())));
        }
        Dom(elements)
    }

    pub fn named<'d>(&'d self, name: &'d str) -> impl Iterator<Item = &'d Element> {
        self.0.iter().filter(move |element| element.name == name)
    }

    /// What stands beside a heading of a row.
    pub fn fact(&self, heading: &str) -> Option<&str> {
        let place = self.0.iter().position(|it| it.name == "th" && it.text == heading)?;
        self.0[place..].iter().find(|it| it.name == "td").map(|it| &it.text[..])
    }

    /// The elements within another.
    pub fn inside<'d>(&'d self, outer: &'d Element) -> impl Iterator<Item = &'d Element> {
        let place = self.0.iter().position(|it| std::ptr::eq(it, outer)).unwrap();
        self.0.iter().filter(move |it| it.within.contains(&place))
    }
}
