//! The shape of the source tree: modules form levels, a module imports from lower levels or, without circles, from its own; and
//! no file outgrows its reader.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of each level; `name/*` stands for all modules below `name`.
const LEVELS: [&[&str]; 10] = [
    &["board", "score"],
    &["rules", "index"],
    &["rules/oware", "rules/kalah", "position"],
    &["variant", "notation", "motion", "perft", "game", "ogn", "ogn/*"],
    &["table", "table/*", "search", "search/*", "book", "book/*"],
    &["solve", "solve/*"],
    &["engine", "engine/*"],
    &["bench", "bench/*", "arena", "arena/*", "review", "review/*"],
    &["uci", "uci/*", "guide", "guide/*", "cli", "cli/*"],
    &["main"],
];

/// Macros live at the root of the crate whatever module defines them.
const MACROS: [(&str, &str); 1] = [("with_rules", "variant")];

const MOST_LINES: usize = 600;

fn level(module: &str) -> Option<usize> {
    let family = module.split_once('/').map(|(parent, _)| format!("{parent}/*"));
    LEVELS.iter().position(|names| names.contains(&module) || family.as_deref().is_some_and(|family| names.contains(&family)))
}

fn source_files(folder: &str) -> Vec<PathBuf> {
    let mut files = vec![];
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The modules by name, as `rules/oware`, with their code; the crate's root only declares modules and is left out.
fn modules() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let named = source_files("src").into_iter().map(|file| {
        let path = file.strip_prefix(&root).unwrap().with_extension("");
        let parts: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).filter(|&part| part != "mod").collect();
        (parts.join("/"), without_comments(&fs::read_to_string(&file).unwrap()))
    });
    named.filter(|(name, _)| name != "lib").collect()
}

/// Links in documentation are no imports.
fn without_comments(code: &str) -> String {
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths that stand after a prefix such as `crate::`, braces of a `use` written out: `a::{b, c::D}` gives a/b and a/c/D.
fn paths_after(code: &str, prefix: &str) -> Vec<Vec<String>> {
    let starts_path = |at: usize| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
    let starts = code.match_indices(prefix).filter(|&(at, _)| starts_path(at));
    let mut paths = vec![];
    for (at, _) in starts {
        read_use_tree(&code[at + prefix.len()..], &[], &mut paths);
    }
    paths
}

/// Reads one tree of a `use` and returns what follows it.
fn read_use_tree<'a>(code: &'a str, parents: &[String], paths: &mut Vec<Vec<String>>) -> &'a str {
    let mut rest = code.trim_start();
    if let Some(mut list) = rest.strip_prefix('{') {
        loop {
            list = list.trim_start();
            if let Some(after) = list.strip_prefix('}') {
                return after;
            }
            list = read_use_tree(list, parents, paths);
            // An alias, and the comma.
            let end = list.find([',', '}']).expect("a list of a `use` ends");
            list = list[end..].trim_start_matches(',');
        }
    }
    let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*').unwrap_or(rest.len());
    let mut path = parents.to_vec();
    if &rest[..length] != "self" {
        path.push(rest[..length].to_owned());
    }
    rest = &rest[length..];
    match rest.strip_prefix("::") {
        Some(below) if below.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '{' || c == '*') => {
            read_use_tree(below, &path, paths)
        }
        _ => {
            paths.push(path);
            rest
        }
    }
}

/// The module that a path from the crate's root leads into.
fn resolve(path: &[String], modules: &BTreeMap<String, String>) -> Option<String> {
    let prefixes = (1..=path.len()).rev().map(|length| path[..length].join("/"));
    let module = prefixes.into_iter().find(|prefix| modules.contains_key(prefix));
    module.or_else(|| MACROS.iter().find(|(name, _)| path.first().is_some_and(|first| first == name)).map(|&(_, home)| home.to_owned()))
}

/// The other modules that a module names by a path.
fn imports(module: &str, code: &str, modules: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut paths = paths_after(code, "crate::");
    if level(module) >= level("uci") {
        // The binary, and what a binary may have of its own, sees the library by its name.
        paths.extend(paths_after(code, "oware::"));
    }
    // `super` is the parent module, and inside a module of the file (the tests) one step further up.
    let above: Vec<String> = module.split('/').map(str::to_owned).collect();
    let above = &above[..above.len() - 1];
    let (outer, inner) = code.split_at(code.find("\nmod tests {").unwrap_or(code.len()));
    let parents = [paths_after(outer, "super::"), paths_after(inner, "super::super::")].concat();
    paths.extend(parents.into_iter().map(|path| [above, &path].concat()));
    // A module that is imported as such is named by its last part from then on.
    let named: Vec<Vec<String>> = paths.iter().filter(|path| modules.contains_key(&path.join("/"))).cloned().collect();
    for home in named {
        let below = paths_after(code, &format!("{}::", home[home.len() - 1]));
        paths.extend(below.into_iter().map(|path| [home.clone(), path].concat()));
    }
    let resolved = paths.iter().map(|path| {
        resolve(path, modules).unwrap_or_else(|| panic!("{module} names crate::{}, which is in no known module", path.join("::")))
    });
    resolved.filter(|import| import != module).collect()
}

fn import_graph(modules: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    modules.iter().map(|(module, code)| (module.clone(), imports(module, code, modules))).collect()
}

/// The code without the tests inside the modules, which may call a neighbour that rests on what they test.
fn without_tests(mut modules: BTreeMap<String, String>) -> BTreeMap<String, String> {
    for code in modules.values_mut() {
        code.truncate(code.find("\n#[cfg(test)]\nmod tests {").unwrap_or(code.len()));
    }
    modules
}

#[test]
fn every_module_has_a_level() {
    let unknown: Vec<String> = modules().into_keys().filter(|module| level(module).is_none()).collect();
    assert!(unknown.is_empty(), "give these modules a level in LEVELS: {unknown:?}");
}

#[test]
fn no_module_imports_from_a_higher_level() {
    for (module, imports) in import_graph(&modules()) {
        for import in imports {
            assert!(
                level(&import) <= level(&module),
                "{module} (level {:?}) imports {import} (level {:?})",
                level(&module),
                level(&import)
            );
        }
    }
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let mut graph = import_graph(&without_tests(modules()));
    // Modules that import nothing that is left are in no circle.
    loop {
        let free: Vec<String> = graph.iter().filter(|(_, imports)| imports.is_empty()).map(|(module, _)| module.clone()).collect();
        if free.is_empty() {
            break;
        }
        graph.retain(|module, _| !free.contains(module));
        for imports in graph.values_mut() {
            imports.retain(|import| !free.contains(import));
        }
    }
    assert!(graph.is_empty(), "these import each other: {graph:?}");
}

#[test]
fn the_reader_of_imports_sees_all_forms_of_paths() {
    let code = "use crate::a::{self, b::{C, D as E}, f};\nuse crate::g::*;\nlet x = crate::h::i(&crate::j);\n$crate::k::L => { $crate::m!() }\n\
                fn n() -> crate::o::P<Q> {}";
    let found: Vec<String> = paths_after(code, "crate::").iter().map(|path| path.join("/")).collect();
    assert_eq!(found, ["a", "a/b/C", "a/b/D", "a/f", "g/*", "h/i", "j", "k/L", "m", "o/P"]);
    assert!(paths_after("my_crate::a, x::crate::b", "crate::").is_empty());
}

#[test]
fn the_imports_of_the_rule_sets_are_seen() {
    let graph = import_graph(&modules());
    assert_eq!(graph["rules/oware"], BTreeSet::from(["board", "rules"].map(str::to_owned)));
    assert!(graph["variant"].is_superset(&BTreeSet::from(["rules", "rules/kalah", "rules/oware"].map(str::to_owned))));
    assert!(graph["board"].is_empty(), "{:?}", graph["board"]);
}

#[test]
fn no_source_file_has_more_than_600_lines() {
    for file in ["src", "tests", "benches"].into_iter().flat_map(source_files) {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines; split it", file.display());
    }
}
