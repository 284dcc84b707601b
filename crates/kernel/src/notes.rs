//! What workers note for later, and a checkpoint keeps.

/// Working memory of a worker, which may note things for later, such as coverage.
pub trait Notes: Send {
    /// Appends what was noted, as numbers.
    fn write(&self, notes: &mut Vec<u64>);

    /// Adds what another such memory has [written](Self::write), in a program before this one. None if these are not its numbers: then it
    /// is of no use any more.
    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()>;
}

/// Nothing is noted.
macro_rules! notes_nothing {
    ($($memory:ty),+) => {
        $(impl Notes for $memory {
            fn write(&self, _: &mut Vec<u64>) {}

            fn read(&mut self, _: &mut dyn Iterator<Item = u64>) -> Option<()> {
                Some(())
            }
        })+
    };
}
// Numbers are what is computed with, and bits what was seen.
notes_nothing!((), Vec<u8>, Vec<i32>, Vec<u32>);

/// Whether each of so many things was seen.
impl Notes for Vec<bool> {
    fn write(&self, notes: &mut Vec<u64>) {
        notes.push(self.len() as u64);
        let word =
            |some: &[bool]| some.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit));
        notes.extend(self.chunks(u64::BITS as usize).map(word));
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        if notes.next()? != self.len() as u64 {
            return None;
        }
        for some in self.chunks_mut(u64::BITS as usize) {
            let word = notes.next()?;
            some.iter_mut().enumerate().for_each(|(place, bit)| *bit |= word >> place & 1 == 1);
        }
        Some(())
    }
}

/// Whether something was seen.
impl Notes for bool {
    fn write(&self, notes: &mut Vec<u64>) {
        notes.push(u64::from(*self));
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        *self |= notes.next()? == 1;
        Some(())
    }
}

/// How many things were seen.
impl Notes for u64 {
    fn write(&self, notes: &mut Vec<u64>) {
        notes.push(*self);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        *self += notes.next()?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_added() {
        let (mut some, mut others) = (vec![false; 130], vec![false; 130]);
        [0, 63, 64, 129].into_iter().for_each(|place| some[place] = true);
        [1, 63, 128].into_iter().for_each(|place| others[place] = true);
        let mut notes = Vec::new();
        some.write(&mut notes);
        true.write(&mut notes);
        7_u64.write(&mut notes);
        let (mut is_seen, mut count) = (false, 5_u64);
        let mut numbers = notes.iter().copied();
        others.read(&mut numbers).expect("as many");
        is_seen.read(&mut numbers).expect("one more");
        count.read(&mut numbers).expect("one more");
        let all: Vec<usize> = (0..130).filter(|&place| others[place]).collect();
        assert_eq!((all, is_seen, count), (vec![0, 1, 63, 64, 128, 129], true, 12));
        assert_eq!(numbers.next(), None);
        assert_eq!(vec![false; 129].read(&mut notes.iter().copied()), None);
        assert_eq!(others.read(&mut notes[..3].iter().copied()), None);
    }
}
