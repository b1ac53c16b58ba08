//! The tables of the server, of which its clients do not hear where they are.

use crate::cli::arguments::equip;
use crate::cli::db::{no_table, probe::Answer, table_id};
use crate::cli::exit::Failure;
use crate::cli::output::TableRange;
use crate::cli::serve::refusal::Refusal;
use crate::cli::sheet::table_ranges;
use oware::engine::Engine;
use oware::engine::equipment::Equipment;
use oware::position::Position;
use oware::rules::Rules;
use oware::table::{Kind, Tablebase};
use oware::variant::Variant;
use serde_json::{Value, json};

/// The tables of kind shared of all rule sets.
pub struct Tables(Vec<Tablebase>);

impl Tables {
    /// Opens all that there are, of either kind, so that what is bad is told before anybody asks.
    pub fn open(equipment: &Equipment) -> Result<Self, Failure> {
        let open = |variant| {
            let tables = equip(&Equipment { variant, ..equipment.clone() })?;
            tables.iter().for_each(crate::cli::arguments::introduce);
            let [shared, _] = tables;
            Ok(shared)
        };
        Variant::ALL.into_iter().map(open).collect::<Result<_, Failure>>().map(Tables)
    }

    /// Those of a rule set.
    pub fn of(&self, variant: Variant) -> &Tablebase {
        self.0.iter().find(|tables| tables.variant() == variant).expect("there are tables of each")
    }

    /// What they say of a position. `R` is its rule set.
    pub fn probe<R: Rules>(&self, variant: Variant, position: Position) -> Result<Value, Refusal> {
        let id = table_id(variant, Kind::Shared, position.board().seeds())?;
        match Answer::of::<R>(self.of(variant), id, position).map_err(Failure::fault)? {
            Ok(answer) => {
                let mut row = answer.row();
                row["table"] = json!(place(row["table"].as_str().unwrap_or_default()));
                Ok(row)
            }
            Err(missing) => Err(Refusal::none(no_table(missing, None))),
        }
    }
}

/// The layers that an engine has, as the commands tell them.
pub fn ranges(engine: &Engine) -> Vec<Value> {
    let told =
        |TableRange { kind, from, to, source }: &TableRange| json!({ "kind": kind, "from": from, "to": to, "source": place(source) });
    table_ranges(engine).iter().map(told).collect()
}

/// What is told of a place that holds tables.
fn place(source: &str) -> &str {
    if source == "built-in" { source } else { "a folder of the server" }
}
