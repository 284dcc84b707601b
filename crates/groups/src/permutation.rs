//! Permutations as image vectors, and their cycle notation.

use std::error::Error;
use std::fmt;

use num_bigint::BigUint;

/// A permutation of the points `0..degree`.
///
/// Points at or beyond the degree count as fixed, so that every operation is defined for operands of different degrees.
/// Two permutations are equal (`==`) when their degrees and their images are.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation {
    images: Box<[u32]>,
}

/// Why something is not a permutation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PermutationError {
    /// A point lies outside the points permuted. Holds the point, as it was written.
    OutOfRange(usize),
    /// A point occurs twice. Holds the point, as it was written.
    Repeated(usize),
    /// The text is not in cycle notation.
    Syntax {
        /// Byte offset in the text.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// More points than 32 bits can number.
    TooManyPoints,
}

impl fmt::Display for PermutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(point) => write!(f, "{point} is not one of the points permuted"),
            Self::Repeated(point) => write!(f, "{point} occurs twice"),
            Self::Syntax { at, expected } => write!(f, "expected {expected} at offset {at}"),
            Self::TooManyPoints => write!(f, "too many points"),
        }
    }
}

impl Error for PermutationError {}

impl Permutation {
    /// The identity on `degree` points.
    pub fn identity(degree: usize) -> Self {
        Self::from_raw((0..degree as u32).collect())
    }

    /// The permutation that sends point `i` to `images[i]`.
    pub fn from_images(images: Vec<u32>) -> Result<Self, PermutationError> {
        if images.len() > u32::MAX as usize {
            return Err(PermutationError::TooManyPoints);
        }
        let mut seen = vec![false; images.len()];
        for &image in &images {
            match seen.get_mut(image as usize) {
                None => return Err(PermutationError::OutOfRange(image as usize)),
                Some(true) => return Err(PermutationError::Repeated(image as usize)),
                Some(mark) => *mark = true,
            }
        }
        Ok(Self::from_raw(images.into_boxed_slice()))
    }

    /// The permutation of `degree` points with the given disjoint cycles (points counted from 0).
    pub fn from_cycles(degree: usize, cycles: &[Vec<usize>]) -> Result<Self, PermutationError> {
        let mut builder = CycleBuilder::new(degree)?;
        for cycle in cycles {
            builder.add(cycle, 0)?;
        }
        Ok(builder.finish())
    }

    /// Reads cycle notation, with points separated by blanks or commas: `(1 2 3)(4 5)`, `(1,2,3)(4,5)`, `()`.
    ///
    /// `first` is the number by which the text calls the first point: 1 in printed mathematics and in GAP, 0 in most
    /// programs. Points are read into `0..degree`.
    ///
    /// ```
    /// use groups::Permutation;
    /// let p = Permutation::parse(5, "(1 2 3)(4,5)", 1).unwrap();
    /// assert_eq!(p.image(2), 0);
    /// assert_eq!(p.to_string(), "(1 2 3)(4 5)");
    /// ```
    pub fn parse(degree: usize, text: &str, first: usize) -> Result<Self, PermutationError> {
        let mut builder = CycleBuilder::new(degree)?;
        let bytes = text.as_bytes();
        let syntax = |at, expected| Err(PermutationError::Syntax { at, expected });
        let mut cycle = Vec::new();
        let mut cycles = 0;
        let mut at = 0;
        loop {
            at = skip_blanks(bytes, at);
            match bytes.get(at) {
                None if cycles > 0 => return Ok(builder.finish()),
                Some(b'(') => at += 1,
                _ => return syntax(at, "`(`"),
            }
            cycle.clear();
            loop {
                at = skip_blanks(bytes, at);
                match bytes.get(at) {
                    Some(b')') => break,
                    Some(b',') if !cycle.is_empty() => {
                        at = skip_blanks(bytes, at + 1);
                        if !bytes.get(at).is_some_and(u8::is_ascii_digit) {
                            return syntax(at, "a point");
                        }
                    }
                    Some(b'0'..=b'9') => {
                        let start = at;
                        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                            at += 1;
                        }
                        let point = text[start..at].parse::<usize>();
                        cycle.push(point.map_err(|_| PermutationError::TooManyPoints)?);
                    }
                    _ => return syntax(at, "a point or `)`"),
                }
            }
            at += 1;
            builder.add(&cycle, first)?;
            cycles += 1;
        }
    }

    /// Images that the caller knows to be a permutation.
    pub(crate) fn from_raw(images: Box<[u32]>) -> Self {
        Self { images }
    }

    /// The number of points permuted.
    pub fn degree(&self) -> usize {
        self.images.len()
    }

    /// The image of a point. Points at or beyond the degree are fixed.
    pub fn image(&self, point: usize) -> usize {
        self.images.get(point).map_or(point, |&image| image as usize)
    }

    /// The image vector: entry `i` is the image of point `i`.
    pub fn images(&self) -> &[u32] {
        &self.images
    }

    /// The point whose image is `point`. Linear in the degree: for many preimages take the [inverse](Self::inverse).
    pub fn preimage(&self, point: usize) -> usize {
        let position = self.images.iter().position(|&image| image as usize == point);
        position.unwrap_or(point)
    }

    /// The permutation that undoes this one.
    pub fn inverse(&self) -> Self {
        Self::from_raw(invert(&self.images))
    }

    /// The permutation that applies first `self`, then `other`: `p.then(&q).image(x) == q.image(p.image(x))`.
    ///
    /// This is the product `self * other` of GAP and of most books on permutation groups, which act from the right. The
    /// degree of the result is the larger of the two.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        let degree = self.degree().max(other.degree());
        Self::from_raw((0..degree).map(|x| other.image(self.image(x)) as u32).collect())
    }

    /// The same as [`then`](Self::then): first `self`, then `other`.
    #[must_use]
    pub fn compose(&self, other: &Self) -> Self {
        self.then(other)
    }

    /// The conjugate `by⁻¹ · self · by`: the same permutation after every point `x` is renamed to `by.image(x)`.
    #[must_use]
    pub fn conjugate(&self, by: &Self) -> Self {
        let degree = self.degree().max(by.degree());
        let mut images = vec![0; degree].into_boxed_slice();
        for x in 0..degree {
            images[by.image(x)] = by.image(self.image(x)) as u32;
        }
        Self::from_raw(images)
    }

    /// Whether every point is fixed.
    pub fn is_identity(&self) -> bool {
        is_identity(&self.images)
    }

    /// The cycles of length two and more, each from its smallest point, in the order of these points.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.degree()];
        let mut cycles = Vec::new();
        for start in self.support() {
            if seen[start] {
                continue;
            }
            let mut cycle = Vec::new();
            let mut point = start;
            while !seen[point] {
                seen[point] = true;
                cycle.push(point);
                point = self.image(point);
            }
            cycles.push(cycle);
        }
        cycles
    }

    /// The least `k > 0` for which the `k`-th power is the identity.
    pub fn order(&self) -> BigUint {
        let mut lengths: Vec<usize> = self.cycles().iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let mut order = BigUint::from(1u32);
        for length in lengths {
            let rest = (&order % length).try_into().unwrap_or(0usize);
            order *= length / greatest_common_divisor(rest, length);
        }
        order
    }

    /// The points that are moved, in ascending order.
    pub fn support(&self) -> Vec<usize> {
        let moved =
            self.images.iter().enumerate().filter(|&(point, &image)| point != image as usize);
        moved.map(|(point, _)| point).collect()
    }

    /// What this permutation does to `points`, which are renumbered `0..points.len()` in the order given; none if it does
    /// not map the set of these points to itself, or if a point is given twice.
    pub fn restricted_to(&self, points: &[usize]) -> Option<Self> {
        Self::restriction(points, |point| self.image(point))
    }

    /// The same for a permutation that is given by its images.
    pub(crate) fn restriction(points: &[usize], image: impl Fn(usize) -> usize) -> Option<Self> {
        let mut number = std::collections::HashMap::with_capacity(points.len());
        for (index, &point) in points.iter().enumerate() {
            if number.insert(point, index as u32).is_some() {
                return None;
            }
        }
        let images: Option<_> =
            points.iter().map(|&point| number.get(&image(point)).copied()).collect();
        images.map(Self::from_raw)
    }

    /// The same permutation on `degree` points: fixed points are added or dropped, but no moved point is ever dropped.
    #[must_use]
    pub fn with_degree(&self, degree: usize) -> Self {
        let moved =
            self.images.iter().enumerate().rposition(|(point, &image)| point != image as usize);
        let degree = degree.max(moved.map_or(0, |last| last + 1));
        Self::from_raw((0..degree).map(|x| self.image(x) as u32).collect())
    }
}

/// Cycle notation with points counted from 1, as GAP and the literature count them; `()` is the identity.
impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_identity() {
            return f.write_str("()");
        }
        for cycle in self.cycles() {
            for (index, point) in cycle.iter().enumerate() {
                write!(f, "{}{}", if index == 0 { '(' } else { ' ' }, point + 1)?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} on {} points", self.degree())
    }
}

struct CycleBuilder {
    images: Box<[u32]>,
    seen: Vec<bool>,
}

impl CycleBuilder {
    fn new(degree: usize) -> Result<Self, PermutationError> {
        if degree > u32::MAX as usize {
            return Err(PermutationError::TooManyPoints);
        }
        Ok(Self { images: (0..degree as u32).collect(), seen: vec![false; degree] })
    }

    fn add(&mut self, cycle: &[usize], first: usize) -> Result<(), PermutationError> {
        for (index, &written) in cycle.iter().enumerate() {
            let number = |written: usize| {
                let point = written.checked_sub(first).filter(|&point| point < self.images.len());
                point.ok_or(PermutationError::OutOfRange(written))
            };
            let point = number(written)?;
            let image = number(cycle[(index + 1) % cycle.len()])?;
            if std::mem::replace(&mut self.seen[point], true) {
                return Err(PermutationError::Repeated(written));
            }
            self.images[point] = image as u32;
        }
        Ok(())
    }

    fn finish(self) -> Permutation {
        Permutation::from_raw(self.images)
    }
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

fn greatest_common_divisor(mut a: usize, mut b: usize) -> usize {
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

pub(crate) fn is_identity(images: &[u32]) -> bool {
    images.iter().enumerate().all(|(point, &image)| point == image as usize)
}

pub(crate) fn invert(images: &[u32]) -> Box<[u32]> {
    let mut inverse = vec![0; images.len()].into_boxed_slice();
    for (point, &image) in images.iter().enumerate() {
        inverse[image as usize] = point as u32;
    }
    inverse
}
