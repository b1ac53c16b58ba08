//! `oware serve`: a board in the browser, and the engine behind it as JSON.

mod answer;
mod api;
mod asked;
mod board;
mod guard;
mod page;
mod pool;
mod refusal;
mod reviewing;
mod search;
mod tables;

use super::arguments::{TableArguments, parse_time};
use super::exit::{Exit, Failure, Outcome};
use super::number::whole;
use super::output::{cores, note};
use anyhow::anyhow;
use api::Service;
use clap::Args;
use oware::engine::equipment::{Equipment, MAX_HASH};
use oware::game::Repetition;
use oware::variant::Variant;
use pool::Pool;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tables::Tables;
use tokio::net::TcpListener;
use tokio::time::timeout;

/// Options of `serve`.
#[derive(Args)]
pub struct Arguments {
    /// Port; 0 lets the system choose a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080, value_parser = port)]
    port: u16,
    /// Address to listen on; on any but a loopback address, whoever reaches this machine can use the engine
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Searches at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = whole(1..=256_u16))]
    threads: Option<u16>,
    /// Memory of each search, for each rule set that is asked about, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = whole(1..=MAX_HASH))]
    hash: u32,
    /// The most time for a question, or for a search of a review
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    time: Duration,
    #[command(flatten)]
    tables: TableArguments,
}

/// Reads a port.
fn port(text: &str) -> Result<u16, String> {
    whole(0..=u32::from(u16::MAX))(text).map(|port| port as u16)
}

/// How long connections may take to end.
const PATIENCE: Duration = Duration::from_secs(3);

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let equipment = Equipment {
        variant: Variant::Abapa,
        // With tables of either kind: the questions bring their own rule.
        repetition: Repetition::OwnSide,
        sources: Some(arguments.tables.sources()),
        hash_mebibytes: arguments.hash,
        threads: 1,
    };
    let tables = Tables::open(&equipment)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(Failure::fault)?;
    runtime.block_on(async {
        let listener = listen(SocketAddr::new(arguments.bind, arguments.port)).await?;
        let address = listener.local_addr().map_err(Failure::fault)?;
        let searches = arguments.threads.map_or_else(cores, usize::from);
        let service = Arc::new(Service {
            searches: Pool::start(searches, equipment.clone()),
            reviews: Pool::start(1, equipment),
            tables,
            most_time: arguments.time,
        });
        writeln!(io::stdout(), "The board is at http://{address}/ (Ctrl-C ends the server).")?;
        if !address.ip().is_loopback() {
            note(format_args!("warning: whoever reaches {address} can use this engine; without --bind only this machine can"));
        }
        serve(listener, service).await
    })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    let refused = |error: io::Error| {
        let remedy = if error.kind() == io::ErrorKind::AddrInUse { "; name another port with --port, 0 for a free one" } else { "" };
        Failure::fault(anyhow!("cannot listen on {address}: {error}{remedy}"))
    };
    TcpListener::bind(address).await.map_err(refused)
}

/// Serves until the user ends it; answers that are under way end with that.
async fn serve(listener: TcpListener, service: Arc<Service>) -> Outcome {
    let router = api::router(service.clone(), listener.local_addr().map_err(Failure::fault)?.ip());
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async {
        let _ = ended.await;
    });
    let mut serving = std::pin::pin!(serving.into_future());
    tokio::select! {
        result = &mut serving => return result.map(|()| Exit::Done).map_err(Failure::fault),
        () = told_to_end() => (),
    }
    let _ = end.send(());
    let resting = tokio::task::spawn_blocking(move || {
        service.searches.close();
        service.reviews.close();
    });
    // Connections that stay open beyond that are cut.
    let _ = timeout(PATIENCE, serving).await;
    let _ = timeout(PATIENCE, resting).await;
    Ok(Exit::Done)
}

/// Waits for Ctrl-C, or what else asks a program to end.
async fn told_to_end() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => (),
                _ = terminated.recv() => (),
            }
            return;
        }
    }
    let _ = interrupted.await;
}
