//! `oware serve`: what its API answers, whom it refuses, how it shares its engines and how it ends.

use super::{Desk, START, keys, position, rule_sets};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use ureq::Agent;

/// A server of its own.
struct Server {
    desk: Desk,
    child: Child,
    address: String,
    agent: Agent,
}

impl Server {
    fn start(options: &str) -> Self {
        Self::at(Desk::new(), options)
    }

    fn at(desk: Desk, options: &str) -> Self {
        let mut serve = desk.process(&format!("serve --port 0 {options}"));
        let mut child = serve.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().find_map(|word| word.strip_suffix('/')).unwrap_or_else(|| panic!("no address in `{line}`"));
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Server { address: address.to_owned(), desk, child, agent }
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// The status and the text of an answer.
    fn get(&self, path: &str) -> (u16, String) {
        let mut response = self.agent.get(self.url(path)).call().unwrap();
        (response.status().as_u16(), response.body_mut().read_to_string().unwrap())
    }

    /// The object of a good answer.
    fn object(&self, path: &str) -> Value {
        let (status, text) = self.get(path);
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }

    /// What is said to a question that is refused with this status.
    fn refused(&self, path: &str, status: u16, words: &[&str]) {
        let (found, text) = self.get(path);
        let error: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"));
        let said = error["error"].as_str().unwrap_or_else(|| panic!("{path}: {text}"));
        assert_eq!((found, keys(&error).len()), (status, 1), "{path}: {said}");
        words.iter().for_each(|word| assert!(said.contains(word), "{path}: `{word}` is not in: {said}"));
    }

    /// The events of a stream.
    fn stream(&self, path: &str) -> impl Iterator<Item = (String, Value)> + use<> {
        let response = self.agent.get(self.url(path)).call().unwrap();
        assert_eq!(
            (response.status().as_u16(), response.headers()["content-type"].to_str().unwrap()),
            (200, "text/event-stream"),
            "{path}"
        );
        events(response.into_body().into_reader())
    }

    /// The last event of a stream, which is the answer.
    fn answer(&self, path: &str) -> Value {
        let (name, data) = self.stream(path).last().unwrap_or_else(|| panic!("{path}: nothing was said"));
        assert_eq!(name, "done", "{path}: {data}");
        data
    }

    /// Sends a game file.
    fn read(&self, path: &str, file: &[u8]) -> (u16, Value) {
        let mut response = self.agent.post(self.url(path)).send(file).unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        (response.status().as_u16(), serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn events(reader: impl Read) -> impl Iterator<Item = (String, Value)> {
    let mut name = String::new();
    BufReader::new(reader).lines().map_while(Result::ok).filter_map(move |line| {
        if let Some(event) = line.strip_prefix("event: ") {
            event.clone_into(&mut name);
        }
        line.strip_prefix("data: ").map(|data| (name.clone(), serde_json::from_str(data).unwrap()))
    })
}

/// A position of seven seeds, which the built-in tables know.
const ENDING: &str = "0-2-0-1-0-0-3-0-1-0-0-0-20-21-S";

#[test]
fn rule_sets_are_told_with_what_may_be_asked() {
    let server = Server::start("--time 5s");
    let told = server.object("/api/rules");
    let names: Vec<&str> = told["rules"].as_array().unwrap().iter().map(|rules| rules["name"].as_str().unwrap()).collect();
    assert_eq!(names, rule_sets().collect::<Vec<_>>());
    assert_eq!((&told["levels"], &told["most_time_ms"]), (&json!([1, 10]), &json!(5000)));
    for rules in told["rules"].as_array().unwrap() {
        assert_eq!(rules["tables"], json!([0, 8]));
        assert!(rules["summary"].as_array().unwrap().len() >= 2, "{rules}");
    }
    let own_side = server.object("/api/rules?repetition=own-side");
    assert!(own_side["rules"][0]["summary"][2].as_str().unwrap().contains("each player takes the own row"));
    server.refused("/api/move?time_ms=5001", 400, &["time_ms `5001`: expected 1 to 5000"]);
}

/// Each game is played by the first legal move that is told, and the command line tells the same moves.
#[test]
fn a_game_is_told_as_the_command_line_tells_it() {
    let server = Server::start("");
    for rules in rule_sets() {
        let (mut moves, mut at) = (String::new(), START.to_owned());
        for ply in 0..400 {
            let told = server.object(&format!("/api/game?rules={rules}&moves={moves}"));
            assert_eq!(told["position"], at, "{rules} {moves}");
            assert_eq!(told["plies"].as_array().unwrap().len(), ply);
            let legal = told["legal"].as_array().unwrap();
            if ply % 10 == 0 {
                let known = server.desk.json(&format!("moves --rules {rules} --moves={moves}"));
                assert_eq!(known.len(), legal.len());
                for (known, told) in known.iter().zip(legal) {
                    keys(known).into_iter().for_each(|key| assert_eq!(known[key], told[key], "{rules} {moves}: {told}"));
                }
            }
            let pits = legal.iter().filter(|row| !row["pit"].is_null()).count();
            assert_eq!(pits + told["illegal"].as_array().unwrap().len(), 12, "{told}");
            let Some(row) = legal.get(ply % legal.len().max(1)) else {
                assert!(told["over"].is_string() && told["result"].as_str().unwrap().contains(told["over"].as_str().unwrap()), "{told}");
                assert!(told["final"].is_string());
                break;
            };
            assert_eq!((&told["over"], &told["result"], &told["final"]), (&Value::Null, &Value::Null, &Value::Null));
            moves.push_str(row["move"].as_str().unwrap());
            if row["ends"].is_null() {
                row["position"].as_str().unwrap().clone_into(&mut at);
            } else {
                let last = server.object(&format!("/api/game?rules={rules}&moves={moves}"));
                assert_eq!((&last["over"], &last["final"]), (&row["ends"], &row["position"]), "{last}");
                last["position"].as_str().unwrap().clone_into(&mut at);
            }
        }
    }
}

#[test]
fn moves_are_taken_apart() {
    let server = Server::start("");
    let ply = |query: &str| server.object(&format!("/api/game?{query}"))["plies"][0].clone();
    let capture = ply("position=0-0-0-0-0-2-1-1-4-0-0-0-20-20-S&moves=F");
    assert_eq!((&capture["sown"], &capture["taken"]), (&json!([6, 7]), &json!([[7, 2], [6, 2]])));
    assert_eq!(capture["words"], "South plays F and captures 4 seeds.");
    let again = ply("rules=kalah&moves=C");
    assert_eq!(
        (&again["sown"], &again["same_player"], &again["after"]),
        (&json!([3, 4, 5, 12]), &json!(true), &json!("4-4-0-5-5-5-4-4-4-4-4-4-1-0-S"))
    );
    let pass = ply("rules=abapa-play-on&position=0-0-0-0-0-0-3-1-0-0-0-2-20-20-S&moves=-");
    assert_eq!((&pass["move"], &pass["sown"], &pass["words"]), (&json!("-"), &json!([]), &json!("South has no seeds and passes.")));
}

#[test]
fn what_cannot_be_played_is_explained() {
    let server = Server::start("");
    let reason = |query: &str, pit: u64| {
        let told = server.object(&format!("/api/game?{query}"));
        let of = told["illegal"].as_array().unwrap().iter().find(|of| of["pit"] == pit).unwrap_or_else(|| panic!("{pit} is legal: {told}"));
        of["reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(reason("moves=Ff", 5), "F: the pit is empty; legal: A, B, C, D, E");
    assert_eq!(reason("moves=Ff", 8), "c is a pit of North; South is to move");
    assert_eq!(reason("position=1-0-0-0-0-2-0-0-0-0-0-0-20-20-S", 0), "A: the opponent has no seeds and must be fed; legal: F");
    let slam = "position=1-0-0-0-0-2-1-1-0-0-0-0-20-20-S";
    assert!(reason(&format!("rules=wari&{slam}"), 5).contains("take all of the opponent's seeds, which these rules forbid; legal: A"));
    assert_eq!(server.object(&format!("/api/game?rules=abapa&{slam}"))["legal"].as_array().unwrap().len(), 2);
    assert_eq!(reason("position=1-0-0-0-0-2-1-1-0-0-0-0-27-16-S", 5), "the game is over (majority)");
}

#[test]
fn the_engine_moves_at_each_level() {
    let server = Server::start("");
    for rules in rule_sets() {
        for level in [1, 4, 9, 10] {
            let told = server.object(&format!("/api/move?rules={rules}&moves=C&level={level}&time_ms=50"));
            assert_eq!(
                keys(&told),
                keys(&server.desk.object(&format!("best --rules {rules} --time 10ms"))).into_iter().chain(["over"]).collect()
            );
            let game = server.object(&format!("/api/game?rules={rules}&moves=C"));
            let legal: Vec<&Value> = game["legal"].as_array().unwrap().iter().map(|row| &row["move"]).collect();
            assert!(legal.contains(&&told["move"]) && told["pv"][0] == told["move"], "{told}");
        }
    }
    let book = server.object("/api/move?rules=wari");
    assert_eq!((&book["move"], &book["nodes"]), (&json!("F"), &json!(0)), "the book knows the start");
    let over = server.object("/api/move?position=0-0-0-0-0-0-0-0-0-0-0-0-24-24-S");
    assert_eq!((&over["move"], &over["over"], &over["score"]), (&Value::Null, &json!("no-move"), &json!(0)));
}

#[test]
fn an_analysis_deepens_and_is_exact_in_an_ending() {
    let server = Server::start("");
    let events: Vec<(String, Value)> = server.stream("/api/analyze?time_ms=300").collect();
    let (last, before) = events.split_last().unwrap();
    assert!(!before.is_empty() && before.iter().all(|(name, _)| name == "progress"), "{before:?}");
    assert!(before.is_sorted_by_key(|(_, data)| data["depth"].as_u64()));
    assert_eq!((last.0.as_str(), last.1["moves"].as_array().unwrap().len()), ("done", 6));
    assert!(last.1["exact"] == false && last.1["moves"][0]["loss"] == 0.0 && last.1["nodes"].as_u64() > Some(1000), "{last:?}");
    for rules in rule_sets() {
        let told = server.answer(&format!("/api/analyze?rules={rules}&position={ENDING}"));
        let known = server.desk.json(&format!("analyze --rules {rules} --position {ENDING}"));
        assert_eq!((&told["exact"], told["moves"].as_array().unwrap().len()), (&json!(true), known.len()), "{told}");
        for (known, told) in known.iter().zip(told["moves"].as_array().unwrap()) {
            ["move", "score", "exact", "loss"].into_iter().for_each(|key| assert_eq!(known[key], told[key], "{rules}: {told}"));
        }
    }
    let shallow = server.answer("/api/analyze?depth=3&breadth=best");
    assert_eq!((&shallow["depth"], shallow["moves"].as_array().unwrap().len()), (&json!(3), 1));
}

#[test]
fn tables_are_asked_and_their_place_is_not_told() {
    let desk = Desk::new();
    desk.build("wari", 9, "tables");
    let server = Server::at(desk, "--db tables");
    let nine = position(&[1, 1, 0, 1, 0, 2, 1, 0, 2, 0, 1, 0], [20, 19]);
    let told = server.object(&format!("/api/probe?rules=wari&position={nine}"));
    let mut known = server.desk.object(&format!("db probe --rules wari --position {nine} --db tables"));
    assert_eq!(told["table"], "a folder of the server");
    known["table"] = told["table"].clone();
    assert_eq!(told, known);
    server.refused("/api/probe?rules=wari", 404, &["no shared table of wari with 48 seeds"]);
    server.refused(&format!("/api/probe?rules=kalah&position={nine}"), 404, &["oware db build --rules kalah --seeds 9"]);
    let told = [
        server.answer(&format!("/api/analyze?rules=wari&position={nine}")),
        server.object(&format!("/api/move?rules=wari&position={nine}")),
        server.answer(&format!("/api/review?rules=wari&position={nine}&moves=F")),
        server.object("/api/rules"),
    ];
    let folder = server.desk.path("").to_string_lossy().into_owned();
    told.iter().for_each(|told| assert!(!told.to_string().contains(&folder), "{told}"));
    assert_eq!(told[0]["tables"][0], json!({ "kind": "shared", "from": 0, "to": 9, "source": "a folder of the server" }));
}

#[test]
fn a_review_is_that_of_the_command_line() {
    let server = Server::start("");
    let game = "position=1-0-1-0-0-2-0-1-0-1-0-1-20-21-S&moves=A";
    let events: Vec<(String, Value)> = server.stream(&format!("/api/review?{game}&time_ms=100")).collect();
    let (last, before) = events.split_last().unwrap();
    // Only the latest word is kept, so there may be none before the last.
    assert!(before.iter().all(|(name, data)| name == "progress" && data["of"] == 1), "{before:?}");
    std::fs::write(server.desk.path("game.ogn"), server.get(&format!("/api/ogn/write?{game}")).1).unwrap();
    let known = server.desk.json("review game.ogn --time 100ms");
    let (summary, plies) = known.split_last().unwrap();
    assert_eq!(last.1["plies"], json!(plies));
    ["value", "exact", "exact_from", "accuracy", "turning_points"]
        .into_iter()
        .for_each(|key| assert_eq!(last.1["summary"][key], summary[key]));
    assert_eq!(keys(&last.1["summary"]), keys(summary));
}

#[test]
fn game_files_are_read_and_written() {
    let server = Server::start("");
    let (status, text) = server.get("/api/ogn/write?rules=kalah&moves=CFa&south=Ama&north=Kofi");
    assert_eq!(status, 200);
    ["[Rules \"kalah\"]", "[South \"Ama\"]", "[North \"Kofi\"]", "1. CF a"]
        .into_iter()
        .for_each(|part| assert!(text.contains(part), "{text}"));
    let (status, read) = server.read("/api/ogn/read", text.replace('\n', "\r\n").as_bytes());
    assert_eq!(
        (status, &read["rules"], &read["moves"], &read["south"], &read["north"]),
        (200, &json!("kalah"), &json!("CFa"), &json!("Ama"), &json!("Kofi"))
    );
    assert_eq!((&read["position"], &read["result"]), (&json!(START), &json!("*")));
    let (status, read) = server.read("/api/ogn/read?rules=wari&repetition=own-side", b"1. F f 2. B e");
    assert_eq!((status, &read["rules"], &read["repetition"], &read["moves"]), (200, &json!("wari"), &json!("own-side"), &json!("FfBe")));
    let refused = |path: &str, file: &[u8], status: u16, words: &[&str]| {
        let (found, said) = server.read(path, file);
        assert_eq!(found, status, "{said}");
        words.iter().for_each(|word| assert!(said["error"].as_str().unwrap().contains(word), "`{word}` is not in: {said}"));
    };
    refused("/api/ogn/read", b"1. F f 2. F", 400, &["the game file", "move 3, `F`", "empty"]);
    refused("/api/ogn/read", b"", 400, &["holds no game"]);
    refused("/api/ogn/read?game=2", b"1. F f", 400, &["there is no game 2"]);
    refused("/api/ogn/read", &[0xFF, 0xFE], 400, &["UTF-8"]);
    refused("/api/ogn/read", &vec![b' '; (1 << 20) + 1], 413, &["at most 1 MiB"]);
}

#[test]
fn bad_questions_are_refused_with_a_reason() {
    let server = Server::start("");
    server.refused("/api/game?rules=awele", 400, &["rules `awele`", "unknown rule set", "kalah-strict"]);
    server.refused("/api/game?position=1-2-3", 400, &["`1-2-3` has 3 fields; expected 15"]);
    server.refused("/api/game?moves=FfX", 400, &["move 3 of `FfX`, `X`", "expected one of A, B, C, D, E"]);
    server.refused("/api/game?repetition=never", 400, &["repetition `never`", "split or own-side"]);
    server.refused("/api/analyze?depth=0", 400, &["depth `0`: expected 1 to 120"]);
    server.refused("/api/analyze?breadth=most", 400, &["breadth `most`: expected all or best"]);
    server.refused("/api/analyze?time_ms=soon", 400, &["time_ms `soon`", "whole number"]);
    server.refused("/api/move?level=11", 400, &["level `11`: expected a level from 1 to 10"]);
    server.refused("/api/move?levle=3", 400, &["unknown parameter `levle`", "`level`"]);
    server.refused("/api/review?moves=G", 400, &["move 1 of `G`"]);
    server.refused("/api/nothing", 404, &["no such page"]);
    server.refused("/../../etc/passwd", 404, &["no such page"]);
    server.refused("/style.css/..%2f..%2fCargo.toml", 404, &["no such page"]);
    let (status, _) = server.read("/api/game", b"");
    assert_eq!(status, 405);
}

#[test]
fn pages_and_names_from_elsewhere_are_refused() {
    let server = Server::start("");
    let status = |name: &str, value: &str| server.agent.get(server.url("/api/rules")).header(name, value).call().unwrap().status().as_u16();
    assert_eq!(status("Origin", "http://evil.example"), 403);
    assert_eq!(status("Host", "evil.example"), 403);
    assert_eq!(status("Sec-Fetch-Site", "cross-site"), 403);
    assert_eq!(status("Origin", &server.address), 200);
    let response = server.agent.get(server.url("/")).call().unwrap();
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert!(header("content-security-policy").starts_with("default-src 'self'"));
    assert_eq!((header("x-content-type-options"), header("content-type")), ("nosniff".to_owned(), "text/html; charset=utf-8".to_owned()));
}

/// One engine, eight clients who ask for an hour each, and one who asks for a beginner's move: it does not wait for them, and each of them is answered, too.
#[test]
fn short_questions_do_not_wait_for_long_ones() {
    let server = Server::start("--threads 1 --time 1h");
    let mut long: Vec<_> = (0..8).map(|_| server.stream("/api/analyze?time_ms=3600000")).collect();
    for stream in &mut long {
        assert!(stream.any(|(name, _)| name == "progress"));
    }
    for level in [1, 5, 9] {
        assert!(server.object(&format!("/api/move?moves=C&level={level}"))["move"].is_string());
    }
    assert!(server.answer("/api/review?moves=FfBe&time_ms=20")["plies"].as_array().unwrap().len() == 4);
    long.iter_mut().for_each(|stream| assert!(stream.any(|(_, data)| data["depth"].as_u64() >= Some(14))));
}

/// The engine is free again when its client has left: with one engine nobody else would be answered.
#[test]
fn a_client_who_leaves_frees_the_engine() {
    let server = Server::start("--threads 1 --time 1h");
    for question in ["analyze", "review"] {
        for _ in 0..3 {
            let mut stream = server.stream(&format!("/api/{question}?moves=FfBeDa&time_ms=3600000"));
            if question == "analyze" {
                assert!(stream.next().is_some());
            }
        }
    }
    assert_eq!(server.answer("/api/analyze?time_ms=200")["moves"].as_array().unwrap().len(), 6);
    assert_eq!(server.answer("/api/review?moves=Ff&time_ms=20")["plies"].as_array().unwrap().len(), 2);
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_told_to() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start("--time 1h");
        let mut stream = server.stream("/api/analyze?time_ms=3600000");
        assert_eq!(stream.next().unwrap().0, "progress");
        assert!(Command::new("kill").args([signal, &server.child.id().to_string()]).status().unwrap().success());
        let (name, data) = stream.last().unwrap();
        assert!(name == "failure" && data["error"].as_str().unwrap().contains("the server ends"), "{name}: {data}");
        let mut err = String::new();
        server.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((server.child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
    }
}

#[test]
fn what_it_cannot_do_is_told_before_it_begins() {
    let server = Server::start("");
    let port = server.address.rsplit_once(':').unwrap().1;
    server.desk.fails(&format!("serve --port {port}"), 3, &["cannot listen on 127.0.0.1", "--port"]);
    server.desk.fails("serve --port 65536", 2, &["65536", "0 to 65535"]);
    server.desk.fails("serve --bind nowhere", 2, &["nowhere"]);
    server.desk.fails("serve --port 0 --db nothing", 3, &["nothing"]);
    let mut open = Server::start("--bind 0.0.0.0");
    let mut warning = String::new();
    BufReader::new(open.child.stderr.take().unwrap()).read_line(&mut warning).unwrap();
    assert!(warning.starts_with("warning: whoever reaches 0.0.0.0:"), "{warning}");
}
