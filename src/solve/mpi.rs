//! Processes that build a layer together by MPI (feature `mpi`): each is a rank of one `mpirun`.
//!
//! The thread that started MPI does all that goes out and comes in, while another works; so the library need not allow more than that (`MPI_THREAD_FUNNELED`). Batches are sent
//! one at a time without waiting for the reader: while one is on its way, those of others are read, so that two who write to each other do not wait for each other.
//! Batches that are ready wait in a queue of a fixed length; when it is full, the work waits. At the end of a round all tell all how many batches they sent (all-to-all),
//! and each reads on until it has them. A batch bears the number of its round, since some are in the next one already.

use super::exchange::{Exchange, Letter, Lost, Post};
use super::slabs::Share;
use mpi::Threading;
use mpi::collective::SystemOperation;
use mpi::environment::Universe;
use mpi::request::scope;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;
use std::sync::mpsc::{TryRecvError, sync_channel};
use std::time::{Duration, Instant};

/// Batches that are ready and not yet sent.
const QUEUE: usize = 32;
/// Between two looks where there is nothing to do.
const NAP: Duration = Duration::from_micros(30);
/// Tags are at most this; the standard grants 32767.
const TAGS: u64 = 1 << 14;

/// What was sent by one process, and what waiting for others took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Rounds.
    pub rounds: u64,
    /// Batches.
    pub batches: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Wall-clock time of the rounds.
    pub time: Duration,
    /// Of this, when the own work of the round was done.
    pub waiting: Duration,
}

/// A process of an MPI run.
pub struct Mpi {
    // Ends MPI when it goes; the communicator must go before.
    world: SimpleCommunicator,
    _universe: Universe,
    round: u64,
    traffic: Traffic,
}

impl Mpi {
    /// Starts MPI, once for a process.
    ///
    /// # Errors
    /// [`Lost`] if it does not start.
    pub fn start() -> Result<Self, Lost> {
        let started = mpi::initialize_with_threading(Threading::Funneled);
        let (universe, threading) = started.ok_or_else(|| Lost("MPI does not start".to_owned()))?;
        if threading < Threading::Funneled {
            return Err(Lost("this MPI library allows no threads".to_owned()));
        }
        Ok(Mpi { world: universe.world(), _universe: universe, round: 0, traffic: Traffic::default() })
    }

    /// What was sent so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// The traffic of all processes together; the times are the longest.
    #[must_use]
    pub fn traffic_of_all(&self) -> Traffic {
        let Traffic { rounds, batches, bytes, time, waiting } = self.traffic;
        let mut sums = [0_u64; 2];
        self.world.all_reduce_into(&[batches, bytes], &mut sums, SystemOperation::sum());
        let mut times = [0_u64; 2];
        self.world.all_reduce_into(&[time, waiting].map(|time| time.as_micros() as u64), &mut times, SystemOperation::max());
        let [time, waiting] = times.map(Duration::from_micros);
        Traffic { rounds, batches: sums[0], bytes: sums[1], time, waiting }
    }

    /// Ends the run of all processes at once, with this exit code, where one cannot go on and the others wait for it.
    pub fn abort(&self, code: i32) -> ! {
        self.world.abort(code)
    }
}

/// Reads a batch of a round if one is there.
fn receive(world: &SimpleCommunicator, tag: i32, read: &mut impl FnMut(&[u32])) -> bool {
    let Some((message, status)) = world.any_process().immediate_matched_probe_with_tag(tag) else { return false };
    let mut words = vec![0_u32; status.count(u32::equivalent_datatype()) as usize];
    message.matched_receive_into(&mut words[..]);
    read(&words);
    true
}

impl Exchange for Mpi {
    fn share(&self) -> Share {
        Share { rank: self.world.rank() as usize, ranks: self.world.size() as usize }
    }

    fn round<T: Send>(&mut self, work: impl FnOnce(&Post) -> T + Send, mut read: impl FnMut(&[u32])) -> Result<T, Lost> {
        let start = Instant::now();
        let Mpi { world, round, traffic, .. } = self;
        let tag = (*round % TAGS) as i32;
        *round += 1;
        let ranks = world.size() as usize;
        let (mut sent, mut expected) = (vec![0_u64; ranks], vec![0_u64; ranks]);
        let (mut got, mut worked) = (0, Duration::ZERO);
        let result = std::thread::scope(|threads| {
            let (out, letters) = sync_channel::<Letter>(QUEUE);
            let worker = threads.spawn(move || {
                let send = |letter| {
                    // The other end is there as long as this one is.
                    let _ = out.send(letter);
                };
                let post = Post::new(ranks, &send);
                let result = work(&post);
                post.finish();
                result
            });
            loop {
                match letters.try_recv() {
                    Ok(Letter { to, words }) => {
                        sent[to] += 1;
                        traffic.batches += 1;
                        traffic.bytes += 4 * words.len() as u64;
                        scope(|scope| {
                            let mut request = world.process_at_rank(to as i32).immediate_send_with_tag(scope, &words[..], tag);
                            while let Err(pending) = request.test() {
                                request = pending;
                                got += u64::from(receive(world, tag, &mut read));
                            }
                        });
                    }
                    Err(TryRecvError::Empty) => {
                        if receive(world, tag, &mut read) {
                            got += 1;
                        } else {
                            std::thread::sleep(NAP);
                        }
                    }
                    Err(TryRecvError::Disconnected) => break,
                }
            }
            worked = start.elapsed();
            scope(|scope| {
                let mut request = world.immediate_all_to_all_into(scope, &sent[..], &mut expected[..]);
                while let Err(pending) = request.test() {
                    request = pending;
                    if receive(world, tag, &mut read) {
                        got += 1;
                    } else {
                        std::thread::sleep(NAP);
                    }
                }
            });
            let expected: u64 = expected.iter().sum();
            while got < expected {
                if receive(world, tag, &mut read) {
                    got += 1;
                } else {
                    std::thread::sleep(NAP);
                }
            }
            worker.join()
        });
        traffic.rounds += 1;
        traffic.time += start.elapsed();
        traffic.waiting += start.elapsed().saturating_sub(worked);
        result.map_err(|_| Lost("the work of this process failed".to_owned()))
    }

    fn any(&mut self, mine: bool) -> Result<bool, Lost> {
        let mut any = 0_u8;
        self.world.all_reduce_into(&u8::from(mine), &mut any, SystemOperation::max());
        Ok(any > 0)
    }
}
