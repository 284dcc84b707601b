//! A table of texts, for people and for programs.

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub headings: Vec<&'static str>,
    /// As many cells a row as there are headings.
    pub rows: Vec<Vec<String>>,
    /// What is to be said below: totals, what is absent.
    pub notes: Vec<String>,
}

/// The widest cell that others are aligned to.
const WIDEST: usize = 72;

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(headings: &[&'static str]) -> Table {
        Table { headings: headings.to_vec(), rows: Vec::new(), notes: Vec::new() }
    }

    /// Columns aligned, numbers to the right; then the notes.
    #[must_use]
    pub fn text(&self) -> String {
        let columns: Vec<Column> = (0..self.headings.len()).map(|c| self.column(c)).collect();
        let heading: Vec<String> = self.headings.iter().map(|&name| name.to_owned()).collect();
        let mut text = String::new();
        for row in std::iter::once(&heading).chain(&self.rows) {
            let cells = row.iter().zip(&columns).map(|(cell, column)| column.pad(cell));
            text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
        for note in &self.notes {
            text.push('\n');
            text.push_str(note);
            text.push('\n');
        }
        text
    }

    /// Comma-separated values as in RFC 4180, without the notes.
    #[must_use]
    pub fn csv(&self) -> String {
        let quote = |cell: &str| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.to_owned(),
        };
        let mut text = self.headings.iter().map(|name| quote(name)).collect::<Vec<_>>().join(",");
        text.push('\n');
        for row in &self.rows {
            text.push_str(&row.iter().map(|cell| quote(cell)).collect::<Vec<_>>().join(","));
            text.push('\n');
        }
        text
    }

    fn column(&self, column: usize) -> Column {
        let cells = || self.rows.iter().map(|row| row[column].as_str());
        let width = |cell: &str| Some(cell.chars().count()).filter(|&width| width <= WIDEST);
        let heading = self.headings[column];
        let width = cells().filter_map(width).chain([heading.chars().count()]).max();
        let is_number = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit()) || cell == "-";
        Column { width: width.unwrap_or(0), right: !self.rows.is_empty() && cells().all(is_number) }
    }
}

struct Column {
    width: usize,
    right: bool,
}

impl Column {
    fn pad(&self, cell: &str) -> String {
        let width = self.width;
        if self.right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    fn table() -> Table {
        let mut table = Table::new(&["name", "count"]);
        table.rows.push(vec!["a, b".to_owned(), "10".to_owned()]);
        table.rows.push(vec!["say \"c\"".to_owned(), "-".to_owned()]);
        table.notes.push("2 rows".to_owned());
        table
    }

    #[test]
    fn columns_are_aligned() {
        let expected = "name     count\na, b        10\nsay \"c\"      -\n\n2 rows\n";
        assert_eq!(table().text(), expected);
    }

    #[test]
    fn commas_and_quotes_are_quoted() {
        assert_eq!(table().csv(), "name,count\n\"a, b\",10\n\"say \"\"c\"\"\",-\n");
    }
}
