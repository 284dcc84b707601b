//! Pictures within a page.

use maud::{Markup, PreEscaped, html};

/// A picture that `pictures` has drawn, of which there may be several on a page: what it calls its parts begins with `id`.
pub(super) fn picture(id: &str, svg: &str) -> Markup {
    // Quotes within its text are escaped: these stand around attributes.
    let svg = svg.replace(" id=\"", &format!(" id=\"{id}-"));
    let svg = svg.replace("=\"url(#", &format!("=\"url(#{id}-"));
    html! { div class="picture" { (PreEscaped(svg)) } }
}

#[cfg(test)]
mod tests {
    use pictures::{Histogram, Series};

    #[test]
    fn parts_are_called_after_the_picture_and_text_stays() {
        let title = "x id=\"a\" =\"url(#a)".to_owned();
        let series = vec![Series { name: String::new(), values: vec![1] }];
        let label = String::new();
        let histogram = Histogram { title, label_x: label.clone(), label_y: label, series };
        let shown = super::picture("p", &histogram.svg()).into_string();
        assert!(shown.contains("x id=&quot;a&quot; =&quot;url(#a)"), "{shown}");
        let shown = super::picture("p", "<marker id=\"m\"/><line marker-end=\"url(#m)\"/>");
        assert!(shown.into_string().contains("id=\"p-m\"/><line marker-end=\"url(#p-m)\""));
    }
}
