//! `oware db verify`.

use super::{KindArgument, remedy};
use crate::cli::arguments::TableArguments;
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::output::{json_line, note};
use clap::Args;
use oware::board::Board;
use oware::index::rank;
use oware::score::Value;
use oware::solve::verify::follows;
use oware::table::{Bytes, Sources, Table, TableError, TableId};
use oware::variant::Variant;
use oware::with_rules;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

/// Options of `db verify`.
#[derive(Args)]
pub struct Arguments {
    /// Rule set [default: all of them]
    #[arg(long)]
    rules: Option<Variant>,
    #[command(flatten)]
    kind: KindArgument,
    #[command(flatten)]
    tables: TableArguments,
    /// Also check that every value follows from its successors, by forward moves only
    #[arg(long)]
    full: bool,
    /// Print JSON, one object a file
    #[arg(long)]
    json: bool,
}

/// Where a table may be: a folder, or the program itself.
type Place = Option<PathBuf>;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let places: Vec<Place> = match Sources::new(arguments.tables.db.clone()) {
        Sources::Only(folder) if !folder.is_dir() => return Err(Failure::fault(TableError::NoFolder(folder))),
        Sources::Only(folder) => vec![Some(folder)],
        Sources::All(folders) => folders.into_iter().map(Some).chain([None]).collect(),
    };
    let mut files = 0;
    let mut bad = 0;
    for place in &places {
        for variant in Variant::ALL.into_iter().filter(|variant| arguments.rules.is_none_or(|rules| rules == *variant)) {
            let checks = check_layers(variant, arguments, place)?;
            files += checks.files;
            bad += checks.bad;
        }
    }
    if files == 0 {
        let place = arguments.tables.db.as_ref().map_or_else(String::new, |folder| format!(" in {}", folder.display()));
        let build = TableId::new(arguments.rules.unwrap_or(Variant::Abapa), arguments.kind.kind, 12).map_err(Failure::bad_input)?;
        note(format_args!("there is no table{place} to check; {}", remedy(build, arguments.tables.db.as_deref())));
    }
    Ok(if bad > 0 { Exit::No } else { Exit::Done })
}

struct Checks {
    files: usize,
    bad: usize,
}

/// The values of boards of lower layers, which are all there.
fn value_in(layers: &[Table<Bytes>]) -> impl Fn(Board) -> Option<Value> {
    |board| layers.get(board.seeds() as usize)?.value(rank(board))
}

/// Checks the layers of one rule set in one place, a line each.
fn check_layers(variant: Variant, arguments: &Arguments, place: &Place) -> Result<Checks, Failure> {
    let mut out = io::stdout().lock();
    let mut checks = Checks { files: 0, bad: 0 };
    let mut layers = Vec::new();
    for id in TableId::all(variant, arguments.kind.kind) {
        let opened = match place {
            Some(folder) => Table::open_in(folder, id),
            None => Table::built_in(id),
        };
        let Some(table) = opened.transpose() else { continue };
        let name =
            place.as_ref().map_or_else(|| format!("built-in {variant} {}", id.file_name()), |folder| id.path(folder).display().to_string());
        let mut scope = "checksums";
        let checked = table.and_then(|table| table.verify().map(|()| table)).map_err(|error| error.to_string()).and_then(|table| {
            // Whether all lower layers are there and good as well.
            let all = arguments.full && layers.len() == id.seeds() as usize;
            let table = if all { table.into_raw(&value_in(&layers)).map_err(|error| error.to_string())? } else { table };
            layers.push(table);
            if all {
                scope = "checksums and values";
                let values: Vec<&[u8]> = layers.iter().map(Table::values).collect();
                let follows = with_rules!(variant, R => follows::<R>(id.seeds(), &values));
                return follows.map_err(|error| format!("{name}: {error}; delete it and run `{}`", id.build_command(place.as_deref())));
            }
            if arguments.full {
                scope = "checksums only, since a lower layer is missing or bad";
            }
            Ok(())
        });
        checks.files += 1;
        checks.bad += usize::from(checked.is_err());
        if arguments.json {
            let row = json!({ "file": name, "rules": variant.name(), "kind": id.kind().name(), "seeds": id.seeds(), "boards": id.boards(),
                "checked": scope, "ok": checked.is_ok(), "error": checked.err() });
            json_line(&mut out, &row)?;
        } else {
            match checked {
                Ok(()) => writeln!(out, "good  {name}  ({scope})")?,
                Err(error) => writeln!(out, "BAD   {error}")?,
            }
        }
    }
    Ok(checks)
}
