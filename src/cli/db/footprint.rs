//! What a long job takes of the machine: time, processor time and memory. Only Linux tells of the last two.
//!
//! Memory is the anonymous part of what is resident, i.e. what the process has allocated and written. Mapped tables are left out, since the system takes
//! their pages back whenever it needs them; the high-water mark that counts them too stands beside it.

use crate::cli::output::bytes;
use serde_json::{Value, json};
use std::fmt;
use std::fs;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

/// Time between two looks at the memory.
const INTERVAL: Duration = Duration::from_millis(20);

/// In which Linux counts processor time, whatever its own clock does.
const TICKS_PER_SECOND: f64 = 100.0;

/// Watches the process until the end of a job.
pub struct Watch {
    start: Instant,
    idle: Option<u64>,
    /// Ends the thread by being dropped.
    running: Sender<()>,
    peak: JoinHandle<Option<u64>>,
}

/// What the job took. Sizes in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Footprint {
    seconds: f64,
    /// Of all threads, in user and system mode, since the process began.
    cpu_seconds: Option<f64>,
    /// Most anonymous memory at any look.
    peak: Option<u64>,
    /// Anonymous memory before the job.
    idle: Option<u64>,
    /// Most resident memory, mapped files included, since the process began.
    high_water: Option<u64>,
}

impl Watch {
    /// Begins to watch.
    pub fn begin() -> Self {
        let idle = status("RssAnon:");
        let (running, ended) = channel();
        let peak = spawn(move || {
            let mut peak = idle;
            loop {
                let over = ended.recv_timeout(INTERVAL) != Err(RecvTimeoutError::Timeout);
                peak = peak.max(status("RssAnon:"));
                if over || peak.is_none() {
                    return peak;
                }
            }
        });
        Watch { start: Instant::now(), idle, running, peak }
    }

    /// Ends the watch.
    pub fn end(self) -> Footprint {
        let Watch { start, idle, running, peak } = self;
        let seconds = start.elapsed().as_secs_f64();
        drop(running);
        let peak = peak.join().ok().flatten();
        Footprint { seconds, cpu_seconds: cpu_seconds(), peak, idle, high_water: status("VmHWM:") }
    }
}

impl Footprint {
    /// The members of the summary.
    pub fn json(self) -> Value {
        let Footprint { seconds, cpu_seconds, peak, idle, high_water } = self;
        json!({ "seconds": seconds, "cpu_seconds": cpu_seconds, "rss_anon_peak": peak, "rss_anon_idle": idle, "vm_hwm": high_water })
    }
}

/// `took 3.61 s (7.02 s of processor time); memory 34.1 MB beyond the idle process's 1.2 MB, 71.0 MB with mapped files`
impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "took {:.2} s", self.seconds)?;
        if let Some(cpu_seconds) = self.cpu_seconds {
            write!(f, " ({cpu_seconds:.2} s of processor time)")?;
        }
        if let (Some(peak), Some(idle)) = (self.peak, self.idle) {
            write!(f, "; memory at most {} beyond the idle process's {}", bytes(peak - idle.min(peak)), bytes(idle))?;
        }
        if let Some(high_water) = self.high_water {
            write!(f, ", {} with mapped files", bytes(high_water))?;
        }
        Ok(())
    }
}

/// A size from the process's status, in bytes.
fn status(name: &str) -> Option<u64> {
    size(&fs::read_to_string("/proc/self/status").ok()?, name)
}

/// Memory that the system can give without swapping, in bytes.
pub fn available_memory() -> Option<u64> {
    size(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// The size after a name, given in KiB.
fn size(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

fn cpu_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in brackets, may hold blanks; user and system time are the 12th and 13th field after it.
    let fields = text.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
    let ticks: Vec<f64> = fields.map_while(|field| field.parse().ok()).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<f64>() / TICKS_PER_SECOND)
}
