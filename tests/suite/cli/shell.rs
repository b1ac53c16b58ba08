//! Habits of a command in a shell: help with examples, completions, manual pages, how much is said, colours.

use super::Desk;
use std::fs;

/// The commands that a command's help lists.
fn commands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty() && *name != "help");
    names.map(str::to_owned).collect()
}

/// All commands, those of `db` included, and the program itself.
pub fn all_commands(desk: &Desk) -> Vec<String> {
    let mut all = vec![String::new()];
    for name in commands(&desk.text("--help")) {
        let below = commands(&desk.text(&format!("{name} --help")));
        all.extend(below.iter().map(|sub| format!("{name} {sub}")));
        all.push(name);
    }
    all
}

#[test]
fn each_command_has_an_example_a_page_and_its_place_in_the_completions() {
    let desk = Desk::new();
    let all = all_commands(&desk);
    assert!(all.len() >= 18 && all.iter().any(|name| name == "db plan"), "{all:?}");
    desk.text("man --out pages/man1");
    for name in &all {
        let help = desk.text(&format!("{name} --help"));
        let example = if name.is_empty() { "oware best".to_owned() } else { format!("oware {name}") };
        assert!(help.split_once("Example").is_some_and(|(_, after)| after.contains(&example)), "{name}: {help}");
        let page = format!("pages/man1/{}.1", ["oware"].into_iter().chain(name.split_whitespace()).collect::<Vec<_>>().join("-"));
        let page = fs::read_to_string(desk.path(&page)).expect(&page);
        assert!(page.contains(".SH NAME") && page.contains(".SH EXTRA"), "{name}: {page}");
    }
    assert_eq!(fs::read_dir(desk.path("pages/man1")).unwrap().count(), all.len());
    for (shell, mark) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef oware"),
        ("fish", "complete -c oware"),
        ("elvish", "edit:"),
        ("powershell", "Register-"),
    ] {
        let script = desk.text(&format!("completions {shell}"));
        assert!(script.contains(mark), "{shell}: {script}");
        for name in all.iter().flat_map(|name| name.split_whitespace()) {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}

#[test]
fn the_main_page_goes_to_standard_output() {
    let desk = Desk::new();
    let page = desk.text("man");
    assert!(page.contains(".TH oware 1") && page.contains("oware\\-best(1)"), "{page}");
    fs::write(desk.path("file"), "").unwrap();
    desk.fails("man --out file", 3, &["cannot write manual pages to file"]);
    desk.fails("completions tcsh", 2, &["'tcsh'", "bash"]);
    desk.fails("completions", 2, &["<SHELL>"]);
}

/// Whatever the shell's own checker finds wrong would be found here.
#[cfg(unix)]
#[test]
fn bash_can_read_its_completions() {
    let desk = Desk::new();
    fs::write(desk.path("oware.bash"), desk.text("completions bash")).unwrap();
    let checked = std::process::Command::new("bash").args(["-n", "oware.bash"]).current_dir(desk.path("")).status();
    // Where there is no bash, nobody needs its completions.
    assert!(checked.is_ok_and(|status| status.success()) || !std::path::Path::new("/bin/bash").exists());
}

#[test]
fn quiet_leaves_the_result_and_why_there_is_none() {
    let desk = Desk::new();
    let build = "db build --seeds 3 --threads 1 --db";
    desk.folder("tables");
    desk.folder("others");
    assert!(desk.run(&format!("{build} tables")).err.contains("layer  3"));
    for line in [format!("{build} others --quiet"), format!("-q {build} others"), "match --nodes 50 --games 3 -q".to_owned()] {
        let run = desk.run(&line);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{line}");
    }
    desk.fails("moves -q --moves z", 2, &["error: move 1 of `z`"]);
    desk.fails("db probe -q --db tables", 1, &["no shared table of abapa with 48 seeds"]);
    fs::write(desk.path("tables/abapa/shared-03.owt"), "no table").unwrap();
    let warned = |line: &str| desk.command(line).env("OWARE_DB", desk.path("tables")).output().unwrap().stderr;
    assert!(String::from_utf8(warned("best --depth 1")).unwrap().starts_with("warning: passed over "));
    assert_eq!(warned("best --depth 1 -q"), b"");
    desk.fails("best -q -v", 2, &["--quiet", "--verbose"]);
}

/// A test has no terminal, so it looks at who asks whether there is one: bars all ask the same function, which knows of `--quiet`.
#[test]
fn bars_are_drawn_in_one_way() {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut bars = 0;
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(code) = fs::read_to_string(&path) else { continue };
            bars += usize::from(code.contains("ProgressBar::new"));
            assert!(!code.contains("ProgressBar::new") || code.contains("draws_progress()"), "{}", path.display());
            assert!(!code.contains("stderr().is_terminal()") || path.ends_with("cli/output.rs"), "{}", path.display());
        }
    }
    assert!(bars >= 4, "{bars}");
}

#[test]
fn verbose_tells_tables_iterations_and_phases() {
    let desk = Desk::new();
    desk.build("abapa", 3, "tables");
    let file = std::path::Path::new("tables").join("abapa").join("shared-03.owt");
    for line in ["best --depth 4 -v --db tables", "-v analyze --depth 4 --db tables"] {
        let run = desk.run(line);
        let (tables, depths): (Vec<&str>, Vec<&str>) = run.err.lines().partition(|line| line.starts_with("table "));
        assert!(tables[3].starts_with(&format!("table abapa shared layer 3: {}, raw, ", file.display())), "{}", run.err);
        assert!(tables.len() == 4 && depths.len() == 4, "{}", run.err);
        for (i, line) in depths.iter().enumerate() {
            assert!(line.starts_with(&format!("depth {}  ", i + 1)) && line.contains(" nodes in "), "{}", run.err);
        }
    }
    let run = desk.run("best --depth 2 --verbose");
    assert!(run.err.starts_with("table abapa shared layer 0: built-in, raw, "), "{}", run.err);
    assert_eq!(desk.run("best --depth 4").err, "");
    let run = desk.run("db build -v --seeds 4 --db tables");
    for phase in ["captures", "propagation", "writing"] {
        assert!(run.err.contains(&format!("layer  4: {phase} of ")), "{}", run.err);
    }
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    let desk = Desk::new();
    let help = |quiet: Option<&str>| {
        let mut command = desk.command("best --help");
        command.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR").envs(quiet.map(|value| ("NO_COLOR", value)));
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(help(None).contains('\u{1b}'), "colours where they are asked for");
    assert!(!help(Some("1")).contains('\u{1b}'));
    assert!(!desk.text("best --help").contains('\u{1b}'), "this is no terminal");
}
