//! Groups that permute points: orbits, blocks, generators.

mod arrange;
mod arrows;
mod draw;
mod legend;

/// A group that permutes points. An index that is out of range is ignored.
#[derive(Clone, Debug)]
pub struct GroupPicture {
    /// What it is a picture of.
    pub title: String,
    /// What the points are called.
    pub points: Vec<String>,
    /// Each a list of points. Those in none are fixed.
    pub orbits: Vec<Vec<usize>>,
    /// Permutations that generate the group.
    pub generators: Vec<Generator>,
    /// Systems of blocks, from the outermost inwards, each as lists of points.
    pub blocks: Vec<Vec<Vec<usize>>>,
}

/// A permutation.
#[derive(Clone, Debug)]
pub struct Generator {
    /// What it is called.
    pub name: String,
    /// Its cycles, each a list of points.
    pub cycles: Vec<Vec<usize>>,
}

impl GroupPicture {
    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        draw::svg(self)
    }

    /// What a point is called.
    fn name(&self, point: usize) -> &str {
        self.points.get(point).map_or("?", |name| name)
    }

    /// A list of points, in words.
    fn names(&self, points: &[usize]) -> String {
        let shown = points.iter().take(MOST_NAMES).map(|&point| self.name(point));
        let mut names: Vec<&str> = shown.collect();
        if points.len() > MOST_NAMES {
            names.push("…");
        }
        names.join(" ")
    }

    /// A permutation as cycles.
    fn cycles(&self, generator: &Generator) -> String {
        let shown = generator.cycles.iter().filter(|cycle| cycle.len() > 1).take(MOST_NAMES);
        shown.map(|cycle| format!("({})", self.names(cycle))).collect()
    }
}

/// How many names are listed in one place.
const MOST_NAMES: usize = 100;
