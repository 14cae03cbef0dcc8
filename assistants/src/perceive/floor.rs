//! Who speaks next in a room when nobody in particular was spoken to: at most
//! one answers unasked, the most talkative first.

/// Somebody who might answer unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Willing<T> {
    pub who: T,
    /// How readily, in percent.
    pub talkativeness: u8,
}

/// The one who answers: the most talkative, among equals the first. Who is not
/// talkative at all never does.
#[must_use]
pub fn choose<T: Copy>(willing: &[Willing<T>]) -> Option<T> {
    let mut best: Option<Willing<T>> = None;
    for it in willing.iter().filter(|it| it.talkativeness > 0) {
        if best.is_none_or(|best| it.talkativeness > best.talkativeness) {
            best = Some(*it);
        }
    }
    best.map(|it| it.who)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_speaks_the_most_talkative_first() {
        let willing = |who, talkativeness| Willing { who, talkativeness };
        assert_eq!(choose(&[willing('a', 10), willing('b', 60), willing('c', 60)]), Some('b'));
        assert_eq!(choose(&[willing('a', 0)]), None);
        assert_eq!(choose::<char>(&[]), None);
    }
}
