//! `oware db verify`.

use super::finding::{CensusFinding, Scope};
use super::tally::Tally;
use super::{KindArgument, remedy};
use crate::cli::arguments::TableArguments;
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::number::whole;
use crate::cli::output::{complain, json_line};
use clap::Args;
use oware::board::Board;
use oware::index::rank;
use oware::rules::Rules;
use oware::score::Value;
use oware::solve::prove::prove;
use oware::solve::record::Record;
use oware::solve::verify::follows;
use oware::table::{Bytes, Format, Sources, Table, TableError, TableId};
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
    /// Also solve layers 0 to N again by another method, which proves values that are carried round cycles as well; the layers above get the
    /// check of --full. Takes about 40 bytes of memory a board [default N: 14]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = LARGEST_PROVEN, value_parser = whole(0..=24_u32))]
    prove: Option<u32>,
    /// Print JSON, one object a file
    #[arg(long)]
    json: bool,
}

/// The largest layer that is proven if none is named: 4.5 million boards, and seconds for it and all below.
const LARGEST_PROVEN: &str = "14";

/// Where a table may be: a folder, or the program itself.
type Place = Option<PathBuf>;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let places: Vec<Place> = match Sources::new(arguments.tables.db.clone()) {
        Sources::Only(folder) if !folder.is_dir() => return Err(Failure::fault(TableError::NoFolder(folder))),
        Sources::Only(folder) => vec![Some(folder)],
        Sources::All(folders) => folders.into_iter().map(Some).chain([None]).collect(),
    };
    let mut tally = Tally::default();
    for place in &places {
        for variant in Variant::ALL.into_iter().filter(|variant| arguments.rules.is_none_or(|rules| rules == *variant)) {
            check_layers(variant, arguments, place, &mut tally)?;
        }
    }
    if tally.files() == 0 {
        let place = arguments.tables.db.as_ref().map_or_else(String::new, |folder| format!(" in {}", folder.display()));
        let build = TableId::new(arguments.rules.unwrap_or(Variant::Abapa), arguments.kind.kind, 12).map_err(Failure::bad_input)?;
        complain(format_args!("there is no table{place} to check; {}", remedy(build, arguments.tables.db.as_deref())));
    } else if !arguments.json {
        write!(io::stdout().lock(), "\n{tally}")?;
    }
    Ok(if tally.bad() > 0 { Exit::No } else { Exit::Done })
}

/// The values of boards of lower layers, which are all there.
fn value_in(layers: &[Table<Bytes>]) -> impl Fn(Board) -> Option<Value> {
    |board| layers.get(board.seeds() as usize)?.value(rank(board))
}

/// Checks the layers of one rule set in one place, a line each.
fn check_layers(variant: Variant, arguments: &Arguments, place: &Place, tally: &mut Tally) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let kind = arguments.kind.kind;
    let record = Record::kept(variant, kind);
    let mut layers = Vec::new();
    for id in TableId::all(variant, kind) {
        let opened = match place {
            Some(folder) => Table::open_in(folder, id),
            None => Table::built_in(id),
        };
        let Some(table) = opened.transpose() else { continue };
        let name =
            place.as_ref().map_or_else(|| format!("built-in {variant} {}", id.file_name()), |folder| id.path(folder).display().to_string());
        let wrong = |what: String| format!("{name}: {what}; delete it and run `{}`", id.build_command(place.as_deref()));
        let (mut scope, mut census) = (Scope::Checksums, CensusFinding::NotCounted);
        let checked = table.and_then(|table| table.verify().map(|()| table)).map_err(|error| error.to_string()).and_then(|table| {
            // Whether all lower layers are there and good as well; a packed table is unpacked with them.
            let whole = layers.len() == id.seeds() as usize;
            let table = if whole { table.into_raw(&value_in(&layers)).map_err(|error| error.to_string())? } else { table };
            let countable = table.format() == Format::Raw;
            layers.push(table);
            scope = arguments.scope(id, whole);
            check_values(id, &layers, scope).map_err(wrong)?;
            let recorded = if countable { record.check(id, layers.last().map(Table::values).unwrap_or_default()) } else { None };
            census = match recorded {
                Some(Ok(())) => CensusFinding::AsRecorded,
                Some(Err(_)) => CensusFinding::Differs,
                None if countable => CensusFinding::NotOnRecord,
                None => CensusFinding::NotCounted,
            };
            recorded.unwrap_or(Ok(())).map_err(|deviation| wrong(deviation.to_string()))
        });
        if checked.is_err() {
            // What rests on it is not checked.
            layers.pop_if(|table| table.id() == id);
        }
        tally.count(id, scope, census, checked.is_ok());
        if arguments.json {
            let row = json!({ "file": name, "rules": variant.name(), "kind": id.kind().name(), "seeds": id.seeds(), "boards": id.boards(),
                "checked": scope.checked(), "not_checked": scope.unchecked(), "census": census.name(), "ok": checked.is_ok(),
                "error": checked.err() });
            json_line(&mut out, &row)?;
        } else {
            let census = match census {
                CensusFinding::NotOnRecord => "no census on record".to_owned(),
                census => format!("census {}", census.name()),
            };
            match checked {
                Ok(()) => writeln!(out, "good  {name}  ({}; {census})", scope.checked())?,
                Err(error) => writeln!(out, "BAD   {error}")?,
            }
        }
    }
    Ok(())
}

impl Arguments {
    /// How the values of a table get checked, if `whole` says that all layers below it are there and good.
    fn scope(&self, id: TableId, whole: bool) -> Scope {
        let can_repeat = with_rules!(id.variant(), R => <R as Rules>::CAN_REPEAT);
        match (self.full || self.prove.is_some(), whole) {
            (false, _) => Scope::Checksums,
            (true, false) => Scope::Alone,
            (true, true) if self.prove.is_some_and(|largest| id.seeds() <= largest) => Scope::Proof,
            (true, true) if can_repeat => Scope::Values,
            (true, true) => Scope::Acyclic,
        }
    }
}

/// Checks the values of the last of these layers as far as the scope says.
fn check_values(id: TableId, layers: &[Table<Bytes>], scope: Scope) -> Result<(), String> {
    let values = || layers.iter().map(Table::values).collect::<Vec<&[u8]>>();
    if matches!(scope, Scope::Values | Scope::Acyclic | Scope::Proof) {
        let (kind, seeds, layers) = (id.kind(), id.seeds(), values());
        with_rules!(id.variant(), R => follows::<R>(kind, seeds, &layers)).map_err(|error| error.to_string())?;
        if scope == Scope::Proof {
            with_rules!(id.variant(), R => prove::<R>(kind, seeds, &layers)).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
