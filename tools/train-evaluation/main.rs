//! Learns the evaluation.
mod example;
mod fit;
mod label;

use anyhow::Result;
use clap::Parser;
use example::Example;
use indicatif::ProgressBar;
use oware::table::Sources;
use oware::variant::Variant;
use oware::with_rules;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

#[derive(Parser)]
enum Command {
    Label {
        #[arg(long, default_value = "abapa")]
        rules: Variant,
        #[arg(long)]
        db: PathBuf,
        #[arg(long, default_value_t = 1000)]
        games: u64,
        #[arg(long, default_value_t = 3000)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, value_delimiter = ',', default_value = "4")]
        seeds_per_pit: Vec<u8>,
        #[arg(long)]
        out: PathBuf,
    },
    Fit {
        data: Vec<PathBuf>,
        #[arg(long, default_value_t = 20)]
        epochs: usize,
        #[arg(long, default_value_t = 512)]
        batch: usize,
        #[arg(long, default_value_t = 0.003)]
        rate: f32,
        #[arg(long, default_value_t = 32)]
        hidden: usize,
        #[arg(long)]
        linear: bool,
        #[arg(long)]
        out: Option<PathBuf>,
    },
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Label { rules, db, games, nodes, seed, seeds_per_pit, out } => {
            let plan = label::Plan { variant: rules, sources: Sources::Only(db), nodes, seed, seeds_per_pit };
            let bar = ProgressBar::new(games);
            let found = with_rules!(rules, R => label::label::<R>(&plan, games, &bar))?;
            let mut file = BufWriter::new(File::create(out)?);
            for example in &found {
                example.write(&mut file)?;
            }
            file.flush()?;
            println!("{} examples", found.len());
        }
        Command::Fit { data, epochs, batch, rate, hidden, linear, out } => {
            let mut all = Vec::new();
            for path in data {
                all.extend(Example::read_all(File::open(path)?)?);
            }
            println!("{} examples", all.len());
            match hidden {
                16 => drop(fit::fit::<16>(&all, epochs, batch, rate, !linear, 1)),
                32 => {
                    let trainer = fit::fit::<32>(&all, epochs, batch, rate, !linear, 1);
                    if let Some(out) = out {
                        std::fs::write(out, trainer.network().to_bytes())?;
                    }
                }
                64 => drop(fit::fit::<64>(&all, epochs, batch, rate, !linear, 1)),
                128 => drop(fit::fit::<128>(&all, epochs, batch, rate, !linear, 1)),
                _ => panic!(),
            }
        }
    }
    Ok(())
}
