//! The JSON of every command: which members its objects have, in which order, and what stands in them. A program that reads them relies on it.
//!
//! A shape is written as the object without quotes: `text`, `flag`, `count` (0 or more), `whole`, `number`, `score` (a whole number if and only if the object is
//! `exact`), `letter` (of a move); with `?` it may be null. A list has items of one shape, and `*` stands for any names.

use super::Desk;
use serde_json::{Map, Value};
use std::fs;

const TABLES: &str = "[{kind:text,from:count,to:count,source:text}]";
const ANSWER: &str = "rules:text,repetition:text,position:text,move:letter?,score:score,exact:flag,depth:count,nodes:count,time_ms:count,pv:[letter],tables:TABLES";
const PLAYER: &str = "{name:text,cmd:text?,options:{*:text}?,limits:{*:count},hash:count?,threads:count?,book:flag?,tables:TABLES?,doubts:[text],nps:number?,depth:number?,\
                      moves:count,time_ms:count,faults:{*:count}}";
const SIDE: &str = "{moves:count,share_kept:number?,mean_loss:number?,inaccuracies:count,mistakes:count,blunders:count}";

/// Command lines, and the shape of their objects, that of the last one by itself if it is another.
const SHAPES: [(&str, &[&str]); 26] = [
    ("best --depth 3", &["{ANSWER}"]),
    ("best --position 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S --repetition own-side --nodes 5000", &["{ANSWER}"]),
    ("best --rules kalah --position 0-0-0-0-0-0-1-0-0-0-0-2-4-4-N", &["{ANSWER,over:text}"]),
    ("best --position 0-0-0-0-0-1-0-0-1-0-0-1-2-7-N", &["{ANSWER}"]),
    ("best --prove --nodes 2000", &["{ANSWER,bounds:[whole]}"]),
    ("analyze --depth 3", &["{ANSWER,loss:number}"]),
    ("analyze --position 1-0-2-0-0-1-0-1-0-2-0-0-3-8-S", &["{ANSWER,loss:count}"]),
    ("moves", &["{move:letter,captured:count,same_player:flag,ends:text?,position:text}"]),
    ("moves --position 0-0-0-0-0-1-2-0-0-0-1-1-23-20-S", &["{move:letter,captured:count,same_player:flag,ends:text,position:text}"]),
    (
        "review game.ogn --nodes 3000",
        &[
            "{ply:count,player:text,move:letter,position:text,value_before:number,exact_before:flag,value_after:number,exact_after:flag,loss:number,exact:flag,class:text,\
             turning_point:flag,forced:flag,best:letter?,best_exact:flag,pv:[letter]}",
            "{rules:text,repetition:text,south:text?,north:text?,result:text,termination:text?,moves:count,reviewed:count,value:score?,exact:flag,exact_from:count?,\
             turning_points:[count],accuracy:{South:SIDE,North:SIDE},nodes:count,time_ms:count,tables:TABLES}",
        ],
    ),
    ("perft --depth 3", &["{depth:count,count:count}"]),
    ("perft --depth 2 --divide", &["{move:letter,count:count}"]),
    ("bench", &["{nodes:count,nps:count,signature:text}"]),
    (
        "bench --accuracy --rules kalah --nodes 10",
        &["{rules:text,nodes:count,positions:count,best:count,best_share:number,seeds_lost:count,seeds_lost_a_move:number}"],
    ),
    (
        "match --games 2 --nodes 50 --sprt 0,5",
        &[
            "{number:count,round:text,opening:text,south:text,north:text,result:text,termination:text,details:text?,plies:count,moves:text}",
            "{version:text,command:text,rules:text,repetition:text,seeds_per_pit:count,openings:text,openings_used:count,seed:count?,games_asked:count,games:count,unpaired:count,\
             repeats:count,stopped_by:text,interrupted:flag,concurrency:count,ply_limit:count,margin_ms:count,patience_ms:count,adjudication:TABLES?,wins:count,draws:count,\
             losses:count,score:number,elo:{value:number?,low:number?,high:number?},los:number?,pairs:[count],\
             sprt:{elo0:number,elo1:number,llr:number?,low:number,high:number,verdict:text},terminations:{*:count},mean_plies:number,first:PLAYER,second:PLAYER}",
        ],
    ),
    (
        "db plan --seeds 3",
        &[
            "{rules:text,kind:text,seeds:count,boards:count,bytes_raw:count,bytes_packed:count,memory_in_core:count,memory_out_of_core:count,seconds:number,\
        boards_total:count,bytes_raw_total:count,bytes_packed_total:count,seconds_total:number,threads:count,boards_per_second:number,memory_available:count?}",
        ],
    ),
    (
        "db build --seeds 3 --db tables",
        &[
            "{rules:text,kind:text,seeds:count,boards:count,seconds:number,file:text}",
            "{summary:{seconds:number,cpu_seconds:number?,rss_anon_peak:count?,rss_anon_idle:count?,vm_hwm:count?}}",
        ],
    ),
    (
        "db build --seeds 2 --kind forced --db tables",
        &[
            "{rules:text,kind:text,seeds:count,boards:count,seconds:number,file:text}",
            "{summary:{seconds:number,cpu_seconds:number?,rss_anon_peak:count?,rss_anon_idle:count?,vm_hwm:count?}}",
        ],
    ),
    (
        "db verify --db tables",
        &["{file:text,rules:text,kind:text,seeds:count,boards:count,checked:text,not_checked:text?,census:text,ok:flag,error:text?}"],
    ),
    (
        "db verify --full --rules wari",
        &["{file:text,rules:text,kind:text,seeds:count,boards:count,checked:text,not_checked:text?,census:text,ok:flag,error:text?}"],
    ),
    ("db stats --db tables", &["{rules:text,seeds:count,value:whole,count:count}"]),
    ("db stats --kind forced --seeds 2", &["{rules:text,seeds:count,value:count,count:count,kind:text,player:text}"]),
    ("db probe --position 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S", &["{kind:text,value:whole,moves:[letter],table:text}"]),
    (
        "db probe --kind forced --position 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S",
        &["{kind:text,mover:count,opponent:count,moves:[letter],table:text}"],
    ),
    (
        "db convert --format packed --db tables",
        &["{rules:text,kind:text,seeds:count,boards:count,from:text,format:text,bytes_before:count,bytes:count,file:text}"],
    ),
    ("best --depth 3 --db tables", &["{ANSWER}"]),
];

/// A shape as JSON.
fn read(shape: &str) -> Value {
    let full = shape.replace("ANSWER", ANSWER).replace("PLAYER", PLAYER).replace("SIDE", SIDE).replace("TABLES", TABLES);
    // What may be null and is no word, as `{*:text}?`, is written as a pair of it and null.
    let mut json = String::new();
    let mut rest = full.as_str();
    while let Some(c) = rest.chars().next() {
        let word = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_*?".contains(c))).unwrap_or(rest.len());
        if word > 0 && c != '?' {
            json += &format!("\"{}\"", &rest[..word]);
            rest = &rest[word..];
        } else {
            if c != '?' {
                json.push(c);
            } else {
                let start = opening(&json);
                json.insert(start, '[');
                json += ",null]";
            }
            rest = &rest[1..];
        }
    }
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// Where the bracket begins that ends the text.
fn opening(json: &str) -> usize {
    let mut depth = 0;
    let place = json.char_indices().rev().find(|&(_, c)| {
        depth += i32::from("}]".contains(c)) - i32::from("{[".contains(c));
        depth == 0
    });
    place.expect("brackets are paired").0
}

/// What does not fit, if anything; `exact` is what the object says of its scores.
fn misfit(value: &Value, shape: &Value, exact: bool) -> Option<String> {
    let fits = match shape {
        Value::String(word) => {
            let word = word.as_str();
            word.strip_suffix('?').is_some_and(|_| value.is_null()) || fits_word(value, word.trim_end_matches('?'), exact)
        }
        Value::Array(items) if items.len() == 2 => return if value.is_null() { None } else { misfit(value, &items[0], exact) },
        Value::Array(items) => match value.as_array() {
            Some(values) => return values.iter().find_map(|value| misfit(value, &items[0], exact)),
            None => false,
        },
        Value::Object(members) => match value.as_object() {
            Some(object) => return misfit_object(object, members),
            None => false,
        },
        _ => false,
    };
    (!fits).then(|| format!("{value} is no {shape}"))
}

fn misfit_object(object: &Map<String, Value>, members: &Map<String, Value>) -> Option<String> {
    if let Some(shape) = members.get("*") {
        return object.values().find_map(|value| misfit(value, shape, false));
    }
    let [found, expected] = [object, members].map(|map| map.keys().map(String::as_str).collect::<Vec<_>>().join(" "));
    if found != expected {
        return Some(format!("its members are {found}, not {expected}"));
    }
    let exact = object.get("exact").is_some_and(|exact| exact == true);
    members.iter().find_map(|(name, shape)| misfit(&object[name], shape, exact).map(|what| format!("{name}: {what}")))
}

fn fits_word(value: &Value, word: &str, exact: bool) -> bool {
    match word {
        "text" => value.as_str().is_some_and(|text| !text.is_empty()),
        "letter" => value.as_str().is_some_and(|text| text.len() == 1 && "ABCDEFabcdef-".contains(text)),
        "flag" => value.is_boolean(),
        "count" => value.is_u64(),
        "whole" => value.is_i64(),
        "number" => value.is_number(),
        "score" => {
            if exact {
                value.is_i64()
            } else {
                value.is_f64()
            }
        }
        _ => panic!("no word of a shape: {word}"),
    }
}

#[test]
fn objects_have_these_members_in_this_order() {
    let desk = Desk::new();
    desk.folder("tables");
    fs::write(desk.path("game.ogn"), "[South \"Ama\"]\n[FEN \"0-2-0-1-1-0-3-0-1-0-0-0-20-20-S\"]\n\n1. B a 2. D *\n").unwrap();
    for (line, shapes) in SHAPES {
        let rows = desk.json(line);
        assert!(rows.len() >= shapes.len(), "{line}: {rows:?}");
        let shapes: Vec<Value> = shapes.iter().map(|shape| read(shape)).collect();
        for (i, row) in rows.iter().enumerate() {
            let shape = if i + 1 == rows.len() { &shapes[shapes.len() - 1] } else { &shapes[0] };
            assert_eq!(misfit(row, shape, false), None, "{line}: {row}");
        }
    }
}

/// Nothing that prints JSON is left out above.
#[test]
fn each_command_with_json_is_here() {
    let desk = Desk::new();
    for command in super::shell::all_commands(&desk).iter().filter(|name| !name.is_empty() && *name != "db") {
        let has = desk.text(&format!("{command} --help")).contains("--json");
        assert_eq!(has, SHAPES.iter().any(|(line, _)| line.starts_with(&format!("{command} "))) || command == "bench", "{command}");
    }
}

#[test]
fn a_shape_tells_what_does_not_fit() {
    let misfits = |value: &str, shape: &str| misfit(&serde_json::from_str(value).unwrap(), &read(shape), false).is_some();
    for (value, shape) in [
        (r#"{"a":1,"b":null}"#, "{a:count,b:text?}"),
        (r#"{"a":{"x":1,"y":2},"b":[]}"#, "{a:{*:count},b:[text]}"),
        (r#"{"score":1.0,"exact":false}"#, "{score:score,exact:flag}"),
        (r#"{"a":null,"b":[["F"]]}"#, "{a:[{x:text}]?,b:[[letter]]}"),
    ] {
        assert!(!misfits(value, shape), "{value} {shape}");
    }
    for (value, shape) in [
        (r#"{"b":null,"a":1}"#, "{a:count,b:text?}"),
        (r#"{"a":1}"#, "{a:count,b:text?}"),
        (r#"{"a":-1}"#, "{a:count}"),
        (r#"{"a":[1,"x"]}"#, "{a:[count]}"),
        (r#"{"score":1.0,"exact":true}"#, "{score:score,exact:flag}"),
        (r#"{"a":[{"x":1}]}"#, "{a:[{x:text}]?}"),
        (r#"{"a":null}"#, "{a:[{x:text}]}"),
    ] {
        assert!(misfits(value, shape), "{value} {shape}");
    }
}
