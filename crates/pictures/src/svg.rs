//! SVG text, element by element: every attribute and every text passes the one function that escapes.

use std::fmt::{self, Display, Write};

use crate::escape::push_escaped;
use crate::palette::INK;
use crate::text_width::{BOLD, Font};

/// A length in pixels, written with at most one decimal.
#[derive(Clone, Copy)]
pub(crate) struct Px(pub f64);

impl Display for Px {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() / 10.0;
        // Adding zero makes a negative zero an ordinary one.
        write!(out, "{}", tenths + 0.0)
    }
}

/// The attributes of an element.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// Escapes what is written through it.
struct Escaping<'a>(&'a mut String);

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        push_escaped(self.0, text);
        Ok(())
    }
}

/// A picture while it is drawn.
#[derive(Default)]
pub(crate) struct Svg {
    body: String,
}

impl Svg {
    /// Opens an element.
    pub(crate) fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes);
        self.body.push('>');
    }

    /// Closes the element that was opened last.
    pub(crate) fn close(&mut self, name: &str) {
        self.body.push_str("</");
        self.body.push_str(name);
        // Only whole elements end a line: white space inside text would be shown.
        self.body.push_str(if name == "tspan" { ">" } else { ">\n" });
    }

    /// An element without content.
    pub(crate) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes);
        self.body.push_str("/>");
    }

    /// The text inside the element that is open.
    pub(crate) fn content(&mut self, text: &str) {
        push_escaped(&mut self.body, text);
    }

    /// An element that holds text.
    pub(crate) fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.open(name, attributes);
        self.content(text);
        self.close(name);
    }

    /// What is shown of the open element when a pointer rests on it.
    pub(crate) fn hover(&mut self, text: &str) {
        self.text("title", &[], text);
    }

    /// Text in the font for remarks.
    pub(crate) fn label(&mut self, x: f64, y: f64, attributes: Attributes<'_>, text: &str) {
        let (x, y) = (Px(x), Px(y));
        let place: [(&str, &dyn Display); 2] = [("x", &x), ("y", &y)];
        self.text("text", &[&place[..], attributes].concat(), text);
    }

    /// A straight line.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), attributes: Attributes<'_>) {
        let (x1, y1, x2, y2) = (Px(from.0), Px(from.1), Px(to.0), Px(to.1));
        let ends: [(&str, &dyn Display); 4] = [("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
        self.empty("line", &[&ends[..], attributes].concat());
    }

    /// A box by its middle.
    pub(crate) fn rect(
        &mut self,
        middle: (f64, f64),
        size: (f64, f64),
        attributes: Attributes<'_>,
    ) {
        let (x, y) = (Px(middle.0 - size.0 / 2.0), Px(middle.1 - size.1 / 2.0));
        let (width, height) = (Px(size.0), Px(size.1));
        let place: [(&str, &dyn Display); 4] =
            [("x", &x), ("y", &y), ("width", &width), ("height", &height)];
        self.empty("rect", &[&place[..], attributes].concat());
    }

    /// A circle.
    pub(crate) fn circle(&mut self, middle: (f64, f64), radius: f64, attributes: Attributes<'_>) {
        let (cx, cy, r) = (Px(middle.0), Px(middle.1), Px(radius));
        let place: [(&str, &dyn Display); 3] = [("cx", &cx), ("cy", &cy), ("r", &r)];
        self.empty("circle", &[&place[..], attributes].concat());
    }

    /// A closed shape through points that are given relative to its middle.
    pub(crate) fn shape(
        &mut self,
        middle: (f64, f64),
        points: &[(f64, f64)],
        attributes: Attributes<'_>,
    ) {
        let mut data = String::new();
        for (x, y) in points {
            let lead = if data.is_empty() { 'M' } else { 'L' };
            data.push_str(&format!("{lead}{} {}", Px(middle.0 + x), Px(middle.1 + y)));
        }
        data.push('Z');
        let path: [(&str, &dyn Display); 1] = [("d", &data)];
        self.empty("path", &[&path[..], attributes].concat());
    }

    /// An arrowhead that lines can end in. A closed one is filled.
    pub(crate) fn arrowhead(&mut self, id: &str, colour: &str, is_closed: bool) {
        self.open("defs", &[]);
        self.open(
            "marker",
            &[
                ("id", &id),
                ("viewBox", &"0 0 10 10"),
                ("refX", &9),
                ("refY", &5),
                ("markerWidth", &9),
                ("markerHeight", &9),
                ("markerUnits", &"userSpaceOnUse"),
                ("orient", &"auto-start-reverse"),
            ],
        );
        if is_closed {
            self.empty("path", &[("d", &"M0 1L10 5L0 9Z"), ("fill", &colour)]);
        } else {
            let d = "M1 1L9 5L1 9";
            self.empty(
                "path",
                &[("d", &d), ("fill", &"none"), ("stroke", &colour), ("stroke-width", &1.6)],
            );
        }
        self.close("marker");
        self.close("defs");
    }

    /// The heading of a picture, shortened to its width.
    pub(crate) fn heading(&mut self, title: &str, width: f64) {
        let short = Font::Sans.shortened(title, 15.0 * BOLD, width - 40.0);
        self.label(20.0, 26.0, &[("font-size", &15), ("font-weight", &"bold")], &short);
    }

    /// The document: what was drawn, on a white ground.
    pub(crate) fn document(self, title: &str, description: &str, size: (f64, f64)) -> String {
        let (width, height) = (Px(size.0.ceil()), Px(size.1.ceil()));
        let mut page = Self { body: String::with_capacity(self.body.len() + 600) };
        page.open(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("width", &width),
                ("height", &height),
                ("viewBox", &format!("0 0 {width} {height}")),
                ("role", &"img"),
                ("font-family", &"sans-serif"),
                ("font-size", &12),
                ("fill", &INK),
            ],
        );
        page.text("title", &[], title);
        page.text("desc", &[], description);
        page.empty("rect", &[("width", &width), ("height", &height), ("fill", &"#ffffff")]);
        page.body.push('\n');
        page.body.push_str(&self.body);
        page.close("svg");
        page.body
    }

    fn tag(&mut self, name: &str, attributes: Attributes<'_>) {
        self.body.push('<');
        self.body.push_str(name);
        for (key, value) in attributes {
            self.body.push(' ');
            self.body.push_str(key);
            self.body.push_str("=\"");
            // Writing to a string succeeds; a `Display` that says otherwise leaves the value short.
            write!(Escaping(&mut self.body), "{value}").ok();
            self.body.push('"');
        }
    }
}
