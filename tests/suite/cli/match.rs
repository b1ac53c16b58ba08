//! `oware match`.

use super::{Desk, Run, keys, rows};
use oware::ogn::{Record, Tag};
use serde_json::Value;
use std::fs;

/// Runs a match with these two players, and gives what it prints: the games, and the summary.
fn games(desk: &Desk, line: &str, players: [&str; 2]) -> (Vec<Value>, Value) {
    let line = format!("match --json {line}");
    let mut command = desk.command(&line);
    command.args(["--first", players[0], "--second", players[1]]);
    let mut rows = rows(&Run::of(&mut command).done(&line));
    let summary = rows.pop().unwrap();
    (rows, summary)
}

#[test]
fn a_game_and_the_summary_are_an_object_each() {
    let desk = Desk::new();
    let (games, summary) = games(&desk, "--games 4 --nodes 200", ["name=Ama", "name=Kofi,hash=1"]);
    assert_eq!(games.len(), 4);
    for (i, game) in games.iter().enumerate() {
        let members = ["number", "round", "opening", "south", "north", "result", "termination", "details", "plies", "moves"];
        assert_eq!(keys(game), members.into());
        assert_eq!(game["number"], i + 1);
        assert_eq!(game["round"], format!("{}.{}", i / 2 + 1, i % 2 + 1));
        let south_first = i % 2 == 0;
        assert_eq!([&game["south"], &game["north"]], if south_first { ["Ama", "Kofi"] } else { ["Kofi", "Ama"] });
        let (opening, moves) = (game["opening"].as_str().unwrap(), game["moves"].as_str().unwrap());
        assert!(opening.len() == 4 && moves.starts_with(opening), "{game}");
        assert_eq!(game["plies"], moves.len());
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&game["result"].as_str().unwrap()), "{game}");
    }
    let members = "version command rules repetition seeds_per_pit openings openings_used seed games_asked games unpaired repeats stopped_by interrupted \
                   concurrency ply_limit margin_ms patience_ms adjudication wins draws losses score elo los pairs sprt terminations mean_plies first second";
    assert_eq!(keys(&summary), members.split_whitespace().collect());
    assert_eq!([&summary["rules"], &summary["repetition"], &summary["openings"]], ["abapa", "split", "plies:4:1"]);
    let number = |name: &str| summary[name].as_u64().unwrap();
    assert_eq!((number("games"), number("wins") + number("draws") + number("losses")), (4, 4));
    assert_eq!(keys(&summary["elo"]), ["value", "low", "high"].into());
    let members = "name cmd options limits hash threads book tables doubts nps depth moves time_ms faults";
    assert_eq!(keys(&summary["first"]), members.split_whitespace().collect());
    assert!(summary["second"]["nps"].as_f64() > Some(0.0) && summary["second"]["depth"].as_f64() >= Some(1.0), "{summary}");
}

#[test]
fn a_match_at_fixed_nodes_is_the_same_on_any_number_of_workers() {
    let desk = Desk::new();
    for rules in ["warri", "kalah"] {
        let line = |workers: u32| {
            format!("--rules {rules} --repetition own-side --games 10 --nodes 150 --openings random:6 --concurrency {workers}")
        };
        assert_eq!(games(&desk, &line(1), ["", "nodes=60"]).0, games(&desk, &line(2), ["", "nodes=60"]).0, "{rules}");
    }
}

#[test]
fn the_engine_mode_plays_as_the_engine_does() {
    let desk = Desk::new();
    let external = format!("name=first,nodes=2000,depth=9,cmd='{}' uci", env!("CARGO_BIN_EXE_oware"));
    for (rules, repetition) in [("abapa", "own-side"), ("warri", "split"), ("kalah", "split")] {
        let line = format!("--rules {rules} --repetition {repetition} --games 4 --openings random:6");
        let inside = games(&desk, &line, ["name=first,nodes=2000,depth=9", "depth=3"]);
        let outside = games(&desk, &line, [&external, "depth=3"]);
        assert_eq!(inside.0, outside.0, "{rules}");
        assert_eq!(inside.1["first"]["moves"], outside.1["first"]["moves"]);
    }
    let (_, summary) = games(&desk, "--games 2 --clock 500ms+10ms --margin 400ms", [&external.replace("nodes=2000,depth=9,", ""), ""]);
    assert_eq!([&summary["first"]["faults"], &summary["second"]["faults"]], [&serde_json::json!({}); 2], "{summary}");
}

#[test]
fn a_player_may_have_a_book() {
    let desk = Desk::new();
    let line = "--rules wari --games 2 --nodes 300 --openings plies:0 --concurrency 1";
    let (with, summary) = games(&desk, line, ["name=a,book=on", "name=b"]);
    assert_eq!([&summary["first"]["book"], &summary["second"]["book"]], [true, false]);
    assert_eq!(&with[0]["moves"].as_str().unwrap()[..1], "F", "the book's first move: {}", with[0]);
    // What the book knew was not searched.
    assert!(summary["first"]["nps"].as_f64() > Some(0.0));
    assert_eq!(with, games(&desk, line, ["name=a,book=on", "name=b,book=off"]).0);
    // An external engine is told whether to use its own, and by default not to.
    let external = format!("cmd='{}' uci --rules wari", env!("CARGO_BIN_EXE_oware"));
    for (player, words) in [(external.clone(), "value false"), (format!("{external},book=on"), "value true")] {
        games(&desk, "--rules wari --games 2 --time 5ms --openings plies:0 --concurrency 1 --log said", [&player, ""]);
        let log = fs::read_to_string(desk.path("said")).unwrap();
        assert!(log.contains(&format!("setoption name OwnBook {words}")), "{player}: {log}");
        assert_eq!(log.contains("info string book: "), words == "value true", "{player}: {log}");
    }
}

#[test]
fn a_sequential_test_ends_a_match_early_and_at_the_same_game_for_any_number_of_workers() {
    let desk = Desk::new();
    let of = |workers: u32| {
        let line = format!("--games 400 --sprt 0,200 --openings random:6 --concurrency {workers}");
        games(&desk, &line, ["nodes=1000", "nodes=20"])
    };
    let (one, two) = (of(1), of(2));
    assert_eq!(one.0, two.0);
    assert_eq!((&one.1["sprt"]["verdict"], &one.1["stopped_by"]), (&"H1 accepted".into(), &"sprt".into()));
    assert!(one.0.len() < 400 && one.0.len().is_multiple_of(2), "{}", one.1);
}

#[test]
fn the_text_has_a_line_for_each_figure() {
    let desk = Desk::new();
    let text = desk.text("match --games 14 --depth 2 --openings random:6 --sprt -5,5 --second depth=1");
    let (figures, rest) = text.split_once("\n\n").unwrap();
    let names = "first second rules openings tables games result score Elo LOS pairs SPRT ended_by length program command";
    let found: Vec<String> = figures.lines().map(|line| line.get(2..12).unwrap().trim().replace(' ', "_")).collect();
    assert_eq!(found.join(" "), names, "{text}");
    assert!(figures.lines().all(|line| line.starts_with("  ") && line.get(11..13) == Some("  ")), "{text}");
    for words in [
        "  first      oware  (depth 2, hash 16 MiB, 1 thread)",
        "  second     oware depth=1  (depth 1, hash 16 MiB, 1 thread)",
        "  openings   7 of random:6:1",
        "  games      14, ",
        "from 7 complete pairs\n",
        "undecided after 14 games (H0 Elo -5, H1 Elo 5; LLR ",
        "  command    oware match --games 14 --depth 2 --openings random:6 --sprt -5,5 --second depth=1",
    ] {
        assert!(text.contains(words), "`{words}` is not in: {text}");
    }
    let (table, legend) = rest.split_once("\n\n").unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect()).collect();
    assert_eq!(rows[0], ["nodes/s", "depth", "a move", "faults"], "{text}");
    assert_eq!(
        rows.iter().skip(1).map(|row| (row[0], row.len(), row[4])).collect::<Vec<_>>(),
        [("first", 5, "none"), ("second", 5, "none")]
    );
    assert!(legend.contains("LOS: how likely") && legend.lines().count() == 2 && !text.contains("inf"), "{text}");
}

#[test]
fn games_that_would_repeat_others_are_not_played() {
    let desk = Desk::new();
    let run = desk.run("match --openings plies:1 --games 2000 --json --first nodes=20 --second nodes=30");
    let note = "the 6 openings of plies:1 give 12 different games at fixed limits; the other 1,988 asked for would repeat them";
    assert!(run.err.contains(note), "{}", run.err);
    let rows = rows(&run.done("plies:1"));
    let summary = rows.last().unwrap();
    assert_eq!((rows.len(), &summary["games"], &summary["games_asked"], &summary["repeats"]), (13, &12.into(), &2000.into(), &0.into()));
    let text = desk.text("match --openings plies:1 --games 2000 --first nodes=20 --second nodes=30");
    assert!(text.contains("12 of 2,000 asked for: all that differ at fixed limits"), "{text}");
    // Under a time limit they may differ.
    let run = desk.run("match --openings plies:0 --games 4 --time 1ms --depth 1 --json");
    assert!(run.err.contains("warning: the 1 opening of plies:0 comes round again after 2 games"), "{}", run.err);
    let rows = super::rows(&run.done("plies:0"));
    assert_eq!((rows.len(), &rows[4]["repeats"]), (5, &2.into()));
}

#[test]
fn games_come_in_pairs() {
    let desk = Desk::new();
    let run = desk.run("match --games 5 --nodes 20 --json");
    assert!(run.err.contains("note: --games 5 is rounded up to 6, whole pairs"), "{}", run.err);
    assert_eq!(rows(&run.done("--games 5")).len(), 7);
}

#[test]
fn the_summary_says_how_to_play_it_again() {
    let desk = Desk::new();
    let (_, summary) =
        games(&desk, "--games 4 --nodes 200 --openings random:5:9 --concurrency 1", ["name=a b,hash=2", "depth=3,tables=none"]);
    let version = env!("CARGO_PKG_VERSION");
    let command = "oware match --json --games 4 --nodes 200 --openings random:5:9 --concurrency 1 --first 'name=a b,hash=2' --second depth=3,tables=none";
    assert_eq!([&summary["version"], &summary["command"], &summary["openings"]], [version, command, "random:5:9"]);
    assert_eq!([&summary["seed"], &summary["concurrency"], &summary["first"]["hash"], &summary["second"]["threads"]], [9, 1, 2, 1]);
    assert_eq!(summary["first"]["limits"], serde_json::json!({ "nodes": 200 }));
    assert_eq!(summary["second"]["name"], "oware depth=3 tables=none");
    let built_in = serde_json::json!([{ "kind": "shared", "from": 0, "to": 8, "source": "built-in" }]);
    assert_eq!(
        [&summary["first"]["tables"], &summary["adjudication"], &summary["second"]["tables"]],
        [&built_in, &built_in, &serde_json::json!([])]
    );
    assert_eq!((&summary["interrupted"], &summary["stopped_by"]), (&false.into(), &"end".into()));
    // Two pairs tell too little.
    assert_eq!([&summary["elo"]["low"], &summary["elo"]["high"], &summary["los"]], [&Value::Null; 3]);
}

#[test]
fn games_are_appended_to_a_file_that_reads_back() {
    let desk = Desk::new();
    for _ in 0..2 {
        desk.text("match --games 2 --nodes 50 --repetition own-side --ogn games.ogn");
    }
    let text = fs::read_to_string(desk.path("games.ogn")).unwrap();
    let records = Record::parse_all(&text).unwrap();
    let rounds: Vec<&str> = records.iter().map(|record| record.tags().get(Tag::Round).unwrap()).collect();
    assert_eq!(rounds, ["1.1", "1.2", "1.1", "1.2"]);
    assert_eq!(records[1].tags().get(Tag::South), Some("oware (second)"));
    assert_eq!(records[0].moves(), records[2].moves());
    assert!(text.contains("[Repetition \"own-side\"]"), "{text}");
}

#[test]
fn a_lost_match_has_code_1_where_that_is_asked() {
    let desk = Desk::new();
    let line = "match --games 8 --first nodes=10 --second nodes=1000 --openings random:6";
    assert_eq!(desk.run(line).code, Some(0));
    assert_eq!(desk.run(&format!("{line} --fail-on-loss")).code, Some(1));
}

#[test]
fn a_match_is_played_from_other_starts_too() {
    let desk = Desk::new();
    let (rows, _) = games(&desk, "--rules kalah --seeds-per-pit 6 --games 2 --nodes 50 --openings plies:1", ["", ""]);
    assert!(rows[0]["moves"].as_str().unwrap().len() > 10);
    desk.fails("match --seeds-per-pit 6", 2, &["--seeds-per-pit 6", "at most 4"]);
}

#[test]
fn what_is_wrong_with_the_input_is_named() {
    let desk = Desk::new();
    desk.fails("match --first speed=3", 2, &["--first", "`speed` is no key", "expected name, hash"]);
    desk.fails("match --second hash=0", 2, &["--second", "hash=0", "from 1 to"]);
    desk.fails("match --openings book:3", 2, &["book:3", "plies:4"]);
    desk.fails("match --sprt 5", 2, &["--sprt", "0,10"]);
    desk.fails("match --sprt 10,0", 2, &["the first below the second\n"]);
    desk.fails("match --openings random", 2, &["`random` names no openings; expected"]);
    desk.fails("match --depth 0", 2, &["expected 1 to 120"]);
    desk.fails("match --time 5", 2, &["'5' for '--time <TIME>': expected a number with a unit, such as 500ms or 3s\n"]);
    desk.fails("match --margin 5", 2, &["--margin", "expected a number with a unit, such as 500ms or 3s\n"]);
    desk.fails("match --games 2 --depth 1 --log no/such/file", 3, &["no/such/file", "--log"]);
    desk.fails("match --clock 10", 2, &["--clock", "10s+100ms"]);
    desk.fails("match --clock 10s --nodes 5", 2, &["cannot be used with"]);
    desk.fails("match --games 0", 2, &["--games"]);
    desk.fails("match --games 2 --depth 1 --ogn no/such/folder.ogn", 3, &["no/such/folder.ogn", "--ogn"]);
    desk.fails("match --db nowhere", 3, &["nowhere"]);
    desk.fails("match --second db=nowhere", 3, &["--second", "nowhere"]);
    desk.fails("match --second cmd=./no-such-engine", 3, &["--second", "./no-such-engine"]);
}

/// External engines, played by a script.
#[cfg(unix)]
mod external {
    use super::super::{Desk, Run};
    use super::games;
    use oware::ogn::Record;
    use std::collections::BTreeSet;
    use std::fs;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    /// An engine that lets this program find its moves, keeps what it is told in `log`, and has the fault that its argument names.
    const ENGINE: &str = r#"
        move() {
            place=${position#position fen }
            case "$place" in
                *" moves "*) list=${place##* moves } ;;
                *) list= ;;
            esac
            "$OWARE" best --position "${place%% *}" --moves="$list" --depth 2 --json | sed 's/.*"move":"\(.\)".*/info depth 2 nodes 50\nbestmove \1/'
        }
        while read -r line; do
            echo "$line" >> log
            case "$line" in
                uci)
                    echo "id name script"
                    echo "option name Hash type spin default 1 min 1 max 64"
                    echo "option name Book File type string default none"
                    [ "$1" = mute ] || echo uciok ;;
                isready) echo readyok ;;
                position*) position=$line ;;
                go*)
                    case "$1" in
                        crash) echo "out of luck" >&2; exit 1 ;;
                        crash-once) if [ -e crashed ]; then move; else touch crashed; exit 1; fi ;;
                        hang) while :; do sleep 0.2; done ;;
                        illegal) echo "bestmove A" ;;
                        nonsense) echo "bestmove 0000" ;;
                        late) sleep 0.4; move ;;
                        loud) i=0; while [ $i -lt 3000 ]; do echo "a line of noise" >&2; echo "info string noise"; i=$((i + 1)); done; move ;;
                        *) move ;;
                    esac ;;
                quit) exit ;;
            esac
        done"#;

    fn desk() -> Desk {
        let desk = Desk::new();
        let engine = format!("OWARE='{}'\n{ENGINE}\n", env!("CARGO_BIN_EXE_oware"));
        fs::write(desk.path("engine.sh"), engine).unwrap();
        desk
    }

    #[test]
    fn an_engine_is_told_the_whole_game_and_only_the_options_that_it_has() {
        let desk = desk();
        let (rows, summary) =
            games(&desk, "--games 2 --depth 2 --concurrency 1", ["cmd=sh engine.sh,hash=7,option.Book File='a, b',name=script", ""]);
        assert_eq!(summary["first"]["faults"], serde_json::json!({}), "{summary}");
        assert_eq!(summary["first"]["depth"], 2.0);
        let log = fs::read_to_string(desk.path("log")).unwrap();
        let options: BTreeSet<&str> = log.lines().filter(|line| line.starts_with("setoption")).collect();
        assert_eq!(options, ["setoption name Hash value 7", "setoption name Book File value a, b"].into());
        let opening = rows[0]["opening"].as_str().unwrap();
        assert!(log.contains(&format!("position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves {opening}\ngo depth 2\n")), "{log}");
        assert_eq!(log.lines().filter(|&line| line == "ucinewgame").count(), 2);
        // Once to see whether it works, and once to play; both were told to leave.
        assert_eq!(["uci", "quit"].map(|word| log.lines().filter(|&line| line == word).count()), [2, 2]);
    }

    /// Plays against an engine with a fault, which must lose all games but these.
    fn assert_loses(fault: &str, options: &str, name: &str, decision: &str, wins_or_draws: u64) {
        let desk = desk();
        let line = format!("--games 4 --ogn games.ogn {options}");
        let (rows, summary) = games(&desk, &line, [&format!("name=script,cmd=sh engine.sh {fault}"), "depth=2"]);
        let forfeits = rows.iter().filter(|row| row["termination"] == name).collect::<Vec<_>>();
        assert_eq!((rows.len(), forfeits.len() as u64), (4, 4 - wins_or_draws), "{fault}: {summary}");
        for row in forfeits {
            assert_eq!(row["result"], if row["south"] == "script" { "0-1" } else { "1-0" }, "{fault}: {row}");
            assert!(row["details"].as_str().unwrap().contains(if row["south"] == "script" { "South" } else { "North" }), "{fault}: {row}");
        }
        assert_eq!(summary["first"]["faults"][name.replace('-', "_")], 4 - wins_or_draws, "{fault}: {summary}");
        assert_eq!(summary["second"]["faults"], serde_json::json!({}), "{fault}: {summary}");
        let records = Record::parse_all(&fs::read_to_string(desk.path("games.ogn")).unwrap()).unwrap();
        let decided = records.iter().filter(|record| record.termination() == Some(decision)).count();
        assert_eq!((records.len(), decided as u64), (4, 4 - wins_or_draws), "{fault}");
    }

    #[test]
    fn what_an_engine_does_wrong_costs_it_the_game_and_not_the_match() {
        assert_loses("crash", "--depth 1", "crash", "disconnection", 0);
        assert_loses("crash-once", "--depth 1 --concurrency 1", "crash", "disconnection", 3);
        assert_loses("illegal", "--depth 1", "illegal-move", "illegal-move", 0);
        assert_loses("nonsense", "--depth 1", "nonsense", "illegal-move", 0);
        assert_loses("hang", "--depth 1 --patience 1500ms", "no-answer", "disconnection", 0);
        assert_loses("late", "--time 50ms --margin 50ms", "time-loss", "time-loss", 0);
    }

    #[test]
    fn the_clock_of_a_game_runs_out_too() {
        assert_loses("late", "--clock 1s+1ms --margin 1ms", "time-loss", "time-loss", 0);
    }

    #[test]
    fn no_time_is_too_long() {
        let longest = "18446744073709551615s";
        for limits in [format!("--time {longest}"), format!("--clock {longest}+{longest}")] {
            let line = format!("--games 2 --margin {longest} --patience {longest} --openings plies:1 --ply-limit 4 {limits}");
            let (rows, summary) = games(&desk(), &line, ["cmd=sh engine.sh", "depth=2"]);
            assert_eq!((rows.len(), &summary["first"]["faults"]), (2, &serde_json::json!({})), "{limits}: {summary}");
        }
    }

    #[test]
    fn an_engine_that_talks_much_plays_all_the_same() {
        let (_, summary) = games(&desk(), "--games 2 --depth 1 --openings plies:1 --ply-limit 9", ["cmd=sh engine.sh loud", ""]);
        assert_eq!(summary["first"]["faults"], serde_json::json!({}), "{summary}");
    }

    #[test]
    fn an_engine_that_cannot_be_used_is_found_out_before_the_match() {
        let desk = desk();
        let fails = |player: &str, words: &[&str]| {
            let mut command = desk.command("match --games 2 --patience 1500ms");
            Run::of(command.args(["--second", player])).failed(player, 3, words);
        };
        fails("cmd=sh engine.sh mute", &["--second", "sh engine.sh mute", "no answer to `uci`"]);
        fails("cmd=sh -c 'echo gone >&2'", &["ended before it had answered `uci` and `isready`", "gone"]);
        let mut command = desk.command("match --games 2");
        let command = command.args(["--second", "cmd=sh engine.sh,option.Speed=3"]);
        Run::of(command).failed("Speed", 2, &["--second", "it has no option `Speed`; it lists: Hash, Book File"]);
    }

    #[test]
    fn an_engine_that_cannot_be_told_the_rules_is_named() {
        let desk = desk();
        let of = |line: &str| {
            let line = format!("match --games 2 --ply-limit 6 --depth 1 {line}");
            let mut command = desk.command(&line);
            let run = Run::of(command.args(["--second", "cmd=sh engine.sh"]));
            (run.err.clone(), run.done(&line))
        };
        let (warnings, text) = of("--rules wari");
        for words in [
            "lists no option Rules and may be playing by other rules than wari",
            "lists no option Repetition and may be playing by another",
        ] {
            assert!(warnings.contains(&format!("warning: --second: sh {words}")), "{warnings}");
            assert!(text.contains(&format!("warning: {words}")), "{text}");
        }
        let (warnings, text) = of("--repetition own-side");
        assert!(!warnings.contains("Rules") && !warnings.contains("Repetition") && !text.contains("warning"), "{warnings}{text}");
    }

    #[test]
    fn the_log_has_what_was_said() {
        let desk = desk();
        games(&desk, "--games 2 --depth 2 --concurrency 1 --log said", ["cmd=sh engine.sh,name=script", ""]);
        let log = fs::read_to_string(desk.path("said")).unwrap();
        let lines: Vec<&str> = log.lines().map(|line| line.split_once(" first#").unwrap().1).collect();
        // The first process is the one that was tried.
        assert_eq!(lines[..3], ["1 > uci", "1 < id name script", "1 < option name Hash type spin default 1 min 1 max 64"]);
        for line in ["2 > setoption name Hash value 16", "2 > go depth 2", "2 < info depth 2 nodes 50", "2 > quit"] {
            assert!(lines.contains(&line), "{line}: {log}");
        }
        assert!(log.lines().all(|line| line[..9].trim().parse::<f64>().is_ok()), "{log}");
    }

    #[test]
    fn ctrl_c_ends_a_match_and_its_engines() {
        let desk = desk();
        let child = desk
            .process("match --games 1000 --json --patience 100s --depth 3 --concurrency 1")
            .args(["--first", "cmd=sh -c 'echo $$ > id; exec sh engine.sh hang'"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let is_asked = || fs::read_to_string(desk.path("log")).is_ok_and(|log| log.contains("go depth"));
        while !is_asked() && begun.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(50));
        }
        let kill = |signal: &str, id: &str| Command::new("kill").args([signal, id]).stderr(Stdio::null()).status().unwrap().success();
        assert!(kill("-INT", &child.id().to_string()));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().count() == 1 && text.contains("\"games\":0,"), "{text}");
        assert!(text.contains("\"stopped_by\":\"interrupted\",\"interrupted\":true"), "{text}");
        let id = fs::read_to_string(desk.path("id")).unwrap();
        assert!(!kill("-0", id.trim()), "the engine {id} is still there");
    }
}
