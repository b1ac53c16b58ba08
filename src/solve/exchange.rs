//! How processes that build a layer together tell each other what they found out.
//!
//! The work goes in rounds. In a round each process looks at what it has heard, works, and writes letters: words for one other process each, in batches. What is in a
//! letter is the reader's business at once, while both still work; the round is over for a process when all letters to it have been read. Since every
//! letter is counted where it is sent and where it is read, none is forgotten and nobody waits for one that does not come.
//!
//! # What is missing
//!
//! The layers below are mapped from a file system that all see, and the captures read them here and there; on a cluster each process should read them once from
//! beginning to end. Messages are plain words (4 bytes a board and 8 a slab) that nothing packs. The first process writes the whole file. Rounds are as many as the
//! longest forced line has moves, with four meetings of all in each. A build out of core does not use shares yet.

use super::slabs::Share;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Words of a batch, unless a round ends before it is full: 256 KiB.
const BATCH: usize = 1 << 16;

/// A batch of words for a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The reader.
    pub to: usize,
    /// What it says.
    pub words: Vec<u32>,
}

/// The processes cannot reach each other any more.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the processes of the build lost each other: {0}; start it again, and it goes on from the last state on disk")]
pub struct Lost(pub String);

/// What one process of a build can say to the others.
pub trait Exchange {
    /// Which of them it is.
    fn share(&self) -> Share;

    /// Does a round: `work` writes letters into the post while `read` is given those that come in, on another thread. Returns when all letters of this round to this
    /// process have been read.
    ///
    /// # Errors
    /// [`Lost`]
    fn round<T: Send>(&mut self, work: impl FnOnce(&Post) -> T + Send, read: impl FnMut(&[u32])) -> Result<T, Lost>;

    /// Whether any process says so. All must ask.
    ///
    /// # Errors
    /// [`Lost`]
    fn any(&mut self, mine: bool) -> Result<bool, Lost>;
}

/// Takes letters of several threads at once. They go out when they are long enough, and when the work of the round is done.
pub struct Post<'a> {
    /// What each thread writes, by reader.
    desks: Vec<Mutex<Vec<Vec<u32>>>>,
    out: &'a (dyn Fn(Letter) + Sync),
}

impl<'a> Post<'a> {
    /// A post for so many processes, whose letters go out here.
    pub fn new(ranks: usize, out: &'a (dyn Fn(Letter) + Sync)) -> Self {
        let desks = (0..rayon::current_num_threads()).map(|_| Mutex::new(vec![Vec::new(); ranks]));
        Post { desks: desks.collect(), out }
    }

    /// Writes to a process: `compose` adds whole messages to the words before.
    pub fn write(&self, to: usize, compose: impl FnOnce(&mut Vec<u32>)) {
        let desk = rayon::current_thread_index().unwrap_or(0) % self.desks.len();
        let mut letters = self.desks[desk].lock().unwrap_or_else(PoisonError::into_inner);
        let words = &mut letters[to];
        compose(words);
        if words.len() >= BATCH {
            (self.out)(Letter { to, words: std::mem::take(words) });
        }
    }

    /// Sends what is not sent yet.
    pub fn finish(&self) {
        for desk in &self.desks {
            let letters = std::mem::take(&mut *desk.lock().unwrap_or_else(PoisonError::into_inner));
            letters.into_iter().enumerate().filter(|(_, words)| !words.is_empty()).for_each(|(to, words)| (self.out)(Letter { to, words }));
        }
    }
}

/// One process that does everything.
pub struct Alone;

impl Exchange for Alone {
    fn share(&self) -> Share {
        Share::ALL
    }

    fn round<T: Send>(&mut self, work: impl FnOnce(&Post) -> T + Send, _: impl FnMut(&[u32])) -> Result<T, Lost> {
        Ok(work(&Post::new(1, &|_| ())))
    }

    fn any(&mut self, mine: bool) -> Result<bool, Lost> {
        Ok(mine)
    }
}

/// The least number that any process has.
///
/// # Errors
/// [`Lost`]
pub fn least(mine: u32, exchange: &mut impl Exchange) -> Result<u32, Lost> {
    let (own, mut least) = (exchange.share(), mine);
    let others = || (0..own.ranks).filter(|&to| to != own.rank);
    let work = |post: &Post| others().for_each(|to| post.write(to, |words| words.push(mine)));
    exchange.round(work, |words| words.iter().for_each(|&other| least = least.min(other)))?;
    Ok(least)
}

/// What goes from one thread to another.
enum Parcel {
    Words(Vec<u32>),
    /// So many batches were sent in the round.
    End(u64),
}

/// Threads of one process that build together, each as if it were a process of its own.
pub struct Threads {
    share: Share,
    round: u64,
    /// To each of the others; the number of the round and the sender's rank come with it.
    to: Vec<Sender<(u64, Parcel)>>,
    from: Receiver<(u64, Parcel)>,
    /// What came of the next round already.
    early: VecDeque<Parcel>,
}

impl Threads {
    /// So many that know each other.
    #[must_use]
    pub fn new(ranks: usize) -> Vec<Self> {
        let (to, from): (Vec<_>, Vec<_>) = (0..ranks).map(|_| channel()).unzip();
        let of = |(rank, from)| Threads { share: Share { rank, ranks }, round: 0, to: to.clone(), from, early: VecDeque::new() };
        from.into_iter().enumerate().map(of).collect()
    }
}

impl Exchange for Threads {
    fn share(&self) -> Share {
        self.share
    }

    fn round<T: Send>(&mut self, work: impl FnOnce(&Post) -> T + Send, mut read: impl FnMut(&[u32])) -> Result<T, Lost> {
        let Threads { share: Share { rank, ranks }, to, from, early, .. } = self;
        let (round, others) = (self.round, *ranks as u64 - 1);
        self.round += 1;
        std::thread::scope(|scope| {
            let to = &*to;
            let worker = scope.spawn(move || {
                let sent: Vec<AtomicU64> = to.iter().map(|_| AtomicU64::new(0)).collect();
                let send = |letter: Letter| {
                    sent[letter.to].fetch_add(1, Relaxed);
                    // Who does not read any more has failed and says so itself.
                    let _ = to[letter.to].send((round, Parcel::Words(letter.words)));
                };
                let post = Post::new(to.len(), &send);
                let result = work(&post);
                post.finish();
                for (to, sent) in to.iter().zip(&sent).enumerate().filter(|(to, _)| to != rank).map(|(_, to)| to) {
                    let _ = to.send((round, Parcel::End(sent.load(Relaxed))));
                }
                result
            });
            let (mut ends, mut sent, mut got) = (0, 0, 0);
            let mut stash = VecDeque::new();
            while ends < others || got < sent {
                let parcel = match early.pop_front() {
                    Some(parcel) => parcel,
                    None => match from.recv().map_err(|_| Lost("a thread ended".to_owned()))? {
                        (of, parcel) if of == round => parcel,
                        (_, parcel) => {
                            stash.push_back(parcel);
                            continue;
                        }
                    },
                };
                match parcel {
                    Parcel::Words(words) => {
                        got += 1;
                        read(&words);
                    }
                    Parcel::End(batches) => {
                        ends += 1;
                        sent += batches;
                    }
                }
            }
            *early = stash;
            worker.join().map_err(|_| Lost("a thread panicked".to_owned()))
        })
    }

    fn any(&mut self, mine: bool) -> Result<bool, Lost> {
        Ok(least(u32::from(!mine), self)? == 0)
    }
}
