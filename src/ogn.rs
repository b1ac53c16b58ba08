//! The game file: OGN, the Oware Game Notation of Aualé (`*.ogn`), for all rule sets.
//!
//! Like PGN: tags one a line, then the moves with their numbers, the result last; a file may hold many games.
//!
//! ```text
//! [Variant "Oware Abapa"]
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [South "Ama"]
//! [North "Kofi"]
//! [Result "1-0"]
//! [Rules "abapa"]
//! [Repetition "split"]
//! [Termination "resignation"]
//!
//! 1. F f 2. B e 3. D a+2 1-0
//! ```
//!
//! * Pits are letters, upper case for South and lower case for North, and no other case will do; the pass is `-`.
//! * `+n` after a turn that captured: the captured seeds, without those that the sowing drops into the store. Of the capture by a kalah
//!   seed in an empty pit that seed is part.
//! * A kalah turn of several sowings is one word (`CF`). A game that starts with North begins `1... f`.
//! * `FEN` holds the start where it is not four seeds in each pit. `Rules` overrides `Variant`; `Termination` is the reason of the end.
//!
//! Reading is lenient in everything but the moves: these are played, so that every [`Record`] is a game by its rules.

mod decision;
mod error;
mod outcome;
mod read;
mod record;
mod tags;
mod tokens;
mod write;

pub use decision::Decision;
pub use error::OgnError;
pub use outcome::{Outcome, UnknownOutcome};
pub use record::Record;
pub use tags::{Tag, TagName, Tags};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Row, Side};
    use crate::game::{Game, PlayError, Repetition};
    use crate::notation::{move_letter, parse_position, position_text};
    use crate::position::Position;
    use crate::rules::kalah::{Kalah, KalahStrict};
    use crate::rules::oware::{Abapa, Wari, Warri};
    use crate::rules::{Ending, Rules};
    use crate::variant::Variant;
    use crate::with_rules;
    use proptest::prelude::*;

    /// The example of the module's description.
    const EXAMPLE: &str = "[Variant \"Oware Abapa\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[South \"Ama\"]\n\
                           [North \"Kofi\"]\n[Result \"1-0\"]\n[Rules \"abapa\"]\n[Repetition \"split\"]\n[Termination \"resignation\"]\n\n\
                           1. F f 2. B e 3. D a+2 1-0\n";

    /// The game of a rule set from a position by letters, in either case.
    fn record<R: Rules>(start: &str, letters: &str, decision: Option<Decision>) -> Record {
        let start = parse_position(start, 72).unwrap();
        let moves = letters.chars().map(|c| if c == '-' { Move::PASS } else { Move::from_pit(c.to_ascii_uppercase() as usize - 65) });
        Record::of_game::<R>(start, Repetition::Split, moves.collect(), decision).unwrap()
    }

    fn last_line(record: &Record) -> String {
        record.to_string().lines().last().unwrap().to_owned()
    }

    /// The letters of a record's moves.
    fn letters(record: &Record) -> String {
        let mut position = record.start();
        let letters = record.moves().iter().map(|&mv| {
            let letter = move_letter(mv, position.to_move());
            position = with_rules!(record.variant(), R => position.play::<R>(mv)).unwrap();
            letter
        });
        letters.collect()
    }

    fn only(text: &str) -> Record {
        let mut records = Record::parse_all(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(records.len(), 1, "{text:?}");
        records.remove(0)
    }

    fn fault(text: &str) -> String {
        Record::parse_all(text).expect_err(text).to_string()
    }

    const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

    #[test]
    fn a_game_is_written_as_the_description_says() {
        let mut game = record::<Abapa>(START, "FfBeDa", Some(Decision::Resignation(Side::North)));
        game.tags_mut().set(Tag::South, "Ama");
        game.tags_mut().set(Tag::North, "Kofi");
        assert_eq!(game.to_string(), EXAMPLE);
        assert_eq!(Record::parse_all(EXAMPLE), Ok(vec![game]));
    }

    #[test]
    fn captures_are_counted_without_the_seeds_that_sowing_drops_into_the_store() {
        // F drops its seed into the store, C takes itself and the four seeds opposite.
        let position = "0-0-1-0-0-1-0-0-4-1-0-0-10-10-S";
        assert_eq!(last_line(&record::<Kalah>(position, "FC", None)), "1. FC+5 1-0");
        // Nothing lies opposite.
        let position = "0-0-1-0-0-0-0-0-0-1-0-0-10-10-S";
        assert_eq!(last_line(&record::<Kalah>(position, "C", None)), "1. C+1 1/2-1/2");
        assert_eq!(last_line(&record::<KalahStrict>(position, "C", None)), "1. C *");
        // Thirteen seeds come back to their pit: one of them in the store, one opposite.
        let position = "13-0-0-0-0-0-1-1-1-1-1-1-0-0-S";
        assert_eq!(last_line(&record::<Kalah>(position, "A", None)), "1. A+3 *");
        assert_eq!(last_line(&record::<Kalah>(START, "CFa", None)), "1. CF a *");
    }

    #[test]
    fn a_pass_and_a_start_with_north_are_written() {
        // A grand slam: the opponent passes.
        let game = record::<Warri>("0-0-0-3-0-2-1-1-0-0-0-0-18-20-S", "F-D", None);
        assert_eq!(last_line(&game), "1. F+4 - 2. D *");
        let text = game.to_string();
        assert!(text.contains("[Variant \"Warri\"]") && text.contains("[FEN \"0-0-0-3-0-2-1-1-0-0-0-0-18-20-S\"]"));
        let north = record::<Abapa>(&START.replace('S', "N"), "fAa", None);
        assert_eq!(last_line(&north), "1... f 2. A a *");
        assert_eq!(only(&north.to_string()), north);
        assert_eq!(last_line(&record::<Abapa>(&START.replace('S', "N"), "", None)), "*");
    }

    #[test]
    fn a_game_ends_for_the_first_reason_that_applies() {
        let end = |game: Record| (game.result(), game.termination().map(str::to_owned));
        let told = |outcome, reason: &str| (outcome, Some(reason.to_owned()));
        // A capture of two to 25 seeds, after which North has no seed either.
        let majority = "0-0-0-0-0-1-1-0-0-0-0-1-23-22-S";
        assert_eq!(end(record::<Abapa>(majority, "F", None)), told(Outcome::SouthWins, "majority"));
        assert_eq!(end(record::<Wari>("0-0-0-0-0-1-1-0-0-0-0-0-23-23-S", "F", None)), told(Outcome::SouthWins, "majority"));
        assert_eq!(end(record::<Wari>("0-0-0-0-0-1-1-0-0-0-0-0-20-26-S", "", None)), told(Outcome::NorthWins, "majority"));
        assert_eq!(end(record::<Wari>("0-0-0-0-0-1-1-0-0-0-0-0-2-4-S", "F", None)), told(Outcome::Draw, "grand-slam"));
        assert_eq!(end(record::<Abapa>("1-0-0-0-0-0-0-0-0-0-0-0-20-20-S", "", None)), told(Outcome::SouthWins, "cannot-feed"));
        assert_eq!(end(record::<Kalah>("0-0-0-0-0-1-0-0-0-0-0-1-3-4-S", "F", None)), told(Outcome::NorthWins, "row-empty"));
        let cycle = record::<Abapa>("0-0-0-0-0-1-0-0-1-0-0-1-20-21-S", "FfAcBdCeDaEb", None);
        assert_eq!(end(cycle), told(Outcome::NorthWins, "repetition"));
        assert_eq!(end(record::<Abapa>(START, "FfB", None)), (Outcome::Unfinished, None));
        let decided = |decision| end(record::<Abapa>(START, "Ff", Some(decision)));
        assert_eq!(decided(Decision::Resignation(Side::South)), told(Outcome::NorthWins, "resignation"));
        assert_eq!(decided(Decision::TimeLoss(Side::North)), told(Outcome::SouthWins, "time-loss"));
        assert_eq!(decided(Decision::Agreement), told(Outcome::Draw, "agreement"));
        assert_eq!(decided(Decision::Abandonment), told(Outcome::Unfinished, "abandonment"));
        // What a decision says counts, also after the end.
        assert_eq!(end(record::<Abapa>(majority, "F", Some(Decision::Agreement))), told(Outcome::Draw, "agreement"));
    }

    #[test]
    fn under_own_side_a_repetition_gives_each_player_the_own_row() {
        let start = parse_position("0-0-0-0-0-1-0-0-1-0-0-1-21-21-S", 48).unwrap();
        let moves = only("[FEN \"0-0-0-0-0-1-0-0-1-0-0-1-21-21-S\"] FfAcBdCeDaEb").moves().to_vec();
        let result = |repetition| Record::of_game::<Abapa>(start, repetition, moves.clone(), None).unwrap().result();
        assert_eq!((result(Repetition::Split), result(Repetition::OwnSide)), (Outcome::Draw, Outcome::NorthWins));
    }

    #[test]
    fn an_illegal_game_makes_no_record() {
        let moves = vec![Move::from_pit(0), Move::PASS];
        let start = Position::start(4).unwrap();
        let error = Record::of_game::<Abapa>(start, Repetition::Split, moves, None).unwrap_err();
        assert_eq!((error.ply, error.letter), (2, '-'));
        let kalah = record::<Kalah>(START, "CFa", None);
        assert_eq!(kalah.replay::<Kalah>().unwrap().position().to_move(), Side::South);
    }

    #[test]
    fn reading_passes_over_what_changes_nothing() {
        let same = [
            "FfBeDa",
            "F f B e D a",
            "1. F f 2. B e 3. D a+2 *",
            "1.Ff2.Be3.Da+2",
            "1 F f 2 B e 3 D a",
            "1 . F f 2 ... B e 3…D a +7 *",
            "\u{FEFF}1. F {a} f (1... e (2. A ) {)} ; )\n) 2. B ; e is best f\r\ne$3 $14 3. D!? a?\r\n",
            "% F f\r\n1. F f\r\n%B\r\n2. B e\r\n3. D a\r\n*",
            "[North \"\\\"K\\\\ {[;\"]\n[Foo\"bar\"] [ Event \"x\" ]\n1. F f 2. B e 3. D a",
            "[Repetition \"split\"]\n[Variant \"oware abapa\"]\n\nFfBe\nDa",
            "[Rules \"abapa\"][Variant \"Bao\"] FfBeDa",
            "[Variant \"Kalah\"]\n[Rules \"abapa\"]\nFfBeDa *",
            "[FEN \"\"]\n[Result \"?\"]\nFfBeDa",
        ];
        for text in same {
            let game = only(text);
            assert_eq!(
                (letters(&game).as_str(), game.variant(), game.result()),
                ("FfBeDa", Variant::Abapa, Outcome::Unfinished),
                "{text:?}"
            );
        }
        let tags = only(same[8]);
        assert_eq!(tags.tags().get(Tag::North), Some("\"K\\ {[;"));
        assert_eq!(tags.tags().get(Tag::Event), Some("x"));
        assert_eq!(tags.tags().others(), [("Foo".to_owned(), "bar".to_owned())]);
    }

    #[test]
    fn the_result_is_the_last_word_or_else_the_tag() {
        assert_eq!(only("F f 0-1").result(), Outcome::NorthWins);
        assert_eq!(only("1.F 1-0").result(), Outcome::SouthWins);
        assert_eq!(only("[Result \"1/2-1/2\"] F f").result(), Outcome::Draw);
        assert_eq!(only("[Result \"1/2-1/2\"] F f 1-0").result(), Outcome::SouthWins);
        assert_eq!(only("[Termination \"time-loss\"] F f1/2-1/2").termination(), Some("time-loss"));
    }

    #[test]
    fn a_file_holds_many_games() {
        assert_eq!(Record::parse_all(" \r\n{nothing} "), Ok(vec![]));
        let text = "[Event \"1\"]\nFf\n[Event \"2\"]\n[Variant \"Kalah\"]\nCFa 1-0\nA a *\n[Event \"4\"]";
        let games = Record::parse_all(text).unwrap();
        assert_eq!(games.iter().map(letters).collect::<Vec<_>>(), ["Ff", "CFa", "Aa", ""]);
        let events: Vec<Option<&str>> = games.iter().map(|game| game.tags().get(Tag::Event)).collect();
        assert_eq!(events, [Some("1"), Some("2"), None, Some("4")]);
        let defaults = Record::parse_all_as("CFa", Variant::KalahStrict, Repetition::OwnSide).unwrap();
        assert_eq!((defaults[0].variant(), defaults[0].repetition()), (Variant::KalahStrict, Repetition::OwnSide));
    }

    #[test]
    fn a_fault_names_its_line_and_what_is_expected() {
        assert_eq!(fault("1. F f\n2. b"), "line 2: move 3, `b`: not a move of South; expected one of A, B, C, D, E");
        assert!(fault("F\nF").starts_with("line 2: move 2, `F`: not a move of North"));
        assert!(fault("F\n\nz").starts_with("line 3: move 2, `z`: not a move of North"));
        assert!(fault("AaA").contains("move 3, `A`: the pit is empty; legal: B"));
        assert!(fault("-").contains("passing is legal if and only if"));
        assert!(fault("F #").contains("line 1: `#`; expected a tag, a move A-F, a-f or -"));
        assert!(fault("F\nf )").starts_with("line 2: `)`"));
        assert!(fault("F {\n\n").starts_with("line 1: the comment has no end; expected `}`"));
        assert!(fault("F\n(((\n{)").starts_with("line 3: the comment has no end"));
        assert!(fault("F\n(((\n))").starts_with("line 2: the variation has no end; expected `)`"));
        assert!(fault("\n[Event \"a\nb\"]").starts_with("line 2: the value of the tag Event has no closing quote"));
        assert!(fault("[Event a]").contains("the tag Event has no value in quotes; expected a tag as [Name \"value\"]"));
        assert!(fault("[\"a\"]").contains("the tag has no name"));
        assert!(fault("[Event \"a\" F").contains("the tag Event has no `]`"));
        assert!(fault("\n[Rules \"Abapa\"]").starts_with("line 2: the tag Rules is `Abapa`; expected abapa, abapa-play-on"));
        assert!(fault("[Variant \"Bao\"]").contains("expected Oware Abapa, Oware Abapa play-on"));
        assert!(fault("[Repetition \"x\"]").contains("the tag Repetition is `x`; expected split or own-side"));
        assert!(fault("[Result \"2-0\"]").contains("the tag Result is `2-0`; expected 1-0"));
        let long = fault(&format!("[Rules \"\u{1b}[31m{}\"]", "é".repeat(1 << 20)));
        assert!(long.starts_with("line 1: the tag Rules is ` [31mé") && long.contains("é…`; expected abapa") && long.len() < 400, "{long}");
        let long = fault(&format!("\n[FEN \"{}\"]", "4-".repeat(1 << 20)));
        assert!(long.starts_with("line 2: the tag FEN is `4-4-") && long.len() < 400, "{long}");
        assert!(fault("[FEN \"4\u{1b}-4\"]").contains("the tag FEN is `4 -4`; expected a position text"));
        assert!(fault("F *\n[FEN \"4-4\"]").starts_with("line 2: the tag FEN: position `4-4` has 2 fields; expected 15"));
        assert!(fault("[FEN \"6-6-6-6-6-6-6-6-6-6-6-6-0-0-S\"]").contains("these rules play with at most 48"));
        assert_eq!(fault("[FEN \"1-0-0-0-0-0-0-0-0-0-0-0-20-20-S\"] A"), "line 1: move 1, `A`: the game is over (cannot-feed)");
        assert!(fault(&"(".repeat(200_000)).contains("the variation has no end"));
    }

    #[test]
    fn files_put_together_are_read() {
        let game = "\u{FEFF}[South \"Ama\"]\n\n1. F f *\n";
        let records = Record::parse_all(&format!("{game}{game}")).unwrap();
        assert_eq!(
            records.iter().map(|record| (record.tags().get(Tag::South), record.moves().len())).collect::<Vec<_>>(),
            [(Some("Ama"), 2); 2]
        );
    }

    #[test]
    fn a_game_may_have_any_number_of_tags() {
        // Would take minutes if each tag were sought among all before it.
        const MANY: usize = 200_000;
        let tags: String = (0..MANY).map(|i| format!("[Tag{i} \"{i}\"]\n")).collect();
        let record = Record::parse_all(&format!("{tags}[Tag7 \"new\"][Rules \"wari\"][South \"Ama\"]*")).unwrap().remove(0);
        let others = record.tags().others();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!((others.len(), &others[7], &others[MANY - 1]), (MANY, &pair("Tag7", "new"), &pair("Tag199999", "199999")));
        assert_eq!((record.variant(), record.tags().get(Tag::South)), (Variant::Wari, Some("Ama")));
    }

    #[test]
    fn further_tags_keep_their_order_and_cannot_hide_a_meaning() {
        let mut game = only("[ZZ \"1\"] [AA \"2\"] [ZZ \"3\"] *");
        assert_eq!(game.tags().others(), [("ZZ".to_owned(), "3".to_owned()), ("AA".to_owned(), "2".to_owned())]);
        for name in ["FEN", "Variant", "North", "", "a b", "é"] {
            assert!(game.tags_mut().set_other(name, "x").is_err(), "{name}");
        }
        game.tags_mut().set(Tag::Date, "????.??.??");
        game.tags_mut().set(Tag::Site, "a\nb");
        assert_eq!((game.tags().get(Tag::Date), game.tags().get(Tag::Site)), (None, Some("a b")));
        assert_eq!(only(&game.to_string()), game);
    }

    fn start() -> impl Strategy<Value = Position> {
        // Few places make passes, grand slams and turns of several sowings.
        let dropped = (2usize..=14, proptest::collection::vec(any::<u8>(), 0..=48), any::<bool>(), 0usize..14);
        let random = dropped.prop_map(|(places, draws, south, first)| {
            let mut counts = [0_u8; 14];
            for draw in draws {
                counts[(first + 5 * (usize::from(draw) % places)) % 14] += 1;
            }
            let row = |first: usize| Row::from_pits(std::array::from_fn(|i| counts[first + i]));
            let side = if south { Side::South } else { Side::North };
            Position::new(row(0), row(6), [counts[12], counts[13]], side).unwrap()
        });
        prop_oneof![Just(Position::start(4).unwrap()), Just(parse_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-N", 48).unwrap()), random]
    }

    fn decision() -> impl Strategy<Value = Option<Decision>> {
        let some = [Decision::Agreement, Decision::Resignation(Side::South), Decision::TimeLoss(Side::North), Decision::Abandonment];
        prop_oneof![3 => Just(None), 1 => proptest::sample::select(some.to_vec()).prop_map(Some)]
    }

    /// A random game, with the game that has been played.
    fn played<R: Rules>(start: Position, repetition: Repetition, choices: &[u8], decision: Option<Decision>) -> (Record, Game<R>) {
        let mut game = Game::<R>::new(start, repetition);
        let mut moves = vec![];
        for &choice in choices {
            let legal: Vec<Move> = game.moves().collect();
            if legal.is_empty() {
                break;
            }
            moves.push(legal[usize::from(choice) % legal.len()]);
            game.play(moves[moves.len() - 1]).unwrap();
        }
        (Record::of_game::<R>(start, repetition, moves, decision).unwrap(), game)
    }

    fn records() -> impl Strategy<Value = Vec<Record>> {
        let one = (0usize..6, any::<bool>(), start(), proptest::collection::vec(any::<u8>(), 0..150), decision(), ".{0,30}", "\\PC{0,9}");
        let one = one.prop_map(|(variant, own_side, start, choices, decision, south, further)| {
            let repetition = if own_side { Repetition::OwnSide } else { Repetition::Split };
            let variant = Variant::ALL[variant];
            let mut record = with_rules!(variant, R => {
                let (record, game) = played::<R>(start, repetition, &choices, decision);
                let again = record.replay::<R>().unwrap();
                assert_eq!((again.position(), again.final_position(), again.ending()), (game.position(), game.final_position(), game.ending()));
                if let (Some(ending), None) = (game.ending(), decision) {
                    assert_eq!(record.termination(), Some(ending.name()));
                    let majority = game.position().majority().filter(|_| ending == Ending::Majority);
                    assert!(majority.is_none_or(|side| record.result() == Outcome::win_of(side)));
                }
                record
            });
            record.tags_mut().set(Tag::South, &south);
            record.tags_mut().set_other("Further", &further).unwrap();
            record
        });
        proptest::collection::vec(one, 0..3)
    }

    fn file(records: &[Record]) -> String {
        records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
    }

    /// The counts of captured seeds that a record writes.
    fn counts(record: &Record) -> u32 {
        let text = record.to_string();
        let moves = text.rsplit("\n\n").next().unwrap();
        moves.split_whitespace().filter_map(|word| word.split_once('+')).map(|(_, count)| count.parse::<u32>().unwrap()).sum()
    }

    /// Text that is read or refused, and comes back when it is read.
    fn check(text: &str) {
        match Record::parse_all(text) {
            Ok(records) => assert_eq!(Record::parse_all(&file(&records)), Ok(records), "{text:?}"),
            Err(error) => {
                assert!((1..=text.lines().count() + 1).contains(&error.line()), "{text:?}: {error}");
                assert!(!error.to_string().is_empty());
            }
        }
    }

    /// What may stand between the words of a game.
    const NOISE: [&str; 9] = ["{a comment (F} ", "(1. A a (2. B) {)}; )\n)", "; F f\r\n", "\n% F f\n", "$7", "!?", "\r\n", "", "{}({)})"];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]

        #[test]
        fn games_of_all_rule_sets_come_back(records in records()) {
            let text = file(&records);
            prop_assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80), "{}", text);
            for record in &records {
                let seeds = with_rules!(record.variant(), R => {
                    let end = record.replay::<R>().unwrap().position();
                    [Side::South, Side::North].map(|side| end.store(side) - record.start().store(side)).iter().sum::<u32>()
                });
                let kalah = matches!(record.variant(), Variant::Kalah | Variant::KalahStrict);
                prop_assert!(if kalah { counts(record) <= seeds } else { counts(record) == seeds }, "{} {}", position_text(record.start()), text);
            }
            prop_assert_eq!(Record::parse_all(&text), Ok(records.clone()), "{}", text);
            prop_assert_eq!(Record::parse_all(&text.replace('\n', "\r\n")), Ok(records));
        }

        /// Comments, variations, marks, line ends of other systems, unknown tags and a missing result change nothing.
        #[test]
        fn noise_between_the_words_changes_nothing(records in records(), noise in proptest::collection::vec(0..NOISE.len(), 1..40)) {
            let mut noise = noise.iter().cycle().map(|&i| NOISE[i]);
            let mut text = String::new();
            for record in &records {
                let written = record.to_string();
                let (tags, moves) = written.split_once("\n\n").unwrap();
                text += &format!("[Annotator \"F f\"]\r\n{tags}\n[PlyCount \"7\"]\n\n");
                let words: Vec<&str> = moves.split_whitespace().collect();
                // Without moves it is the result that parts the tags of two games.
                let missing = usize::from(words.len() > 1);
                for word in &words[..words.len() - missing] {
                    text += &format!(" {word} {}", noise.next().unwrap());
                }
                text.push('\n');
            }
            let read = Record::parse_all(&text).unwrap();
            let told = |records: &[Record]| -> Vec<_> {
                records.iter().map(|game| (game.start(), game.moves().to_vec(), game.result(), game.termination().map(str::to_owned))).collect()
            };
            prop_assert_eq!(told(&read), told(&records), "{}", text);
            for record in &read {
                let others = record.tags().others();
                prop_assert!(["Annotator", "PlyCount"].iter().all(|name| others.iter().any(|(other, _)| other == name)));
            }
        }

        #[test]
        fn an_illegal_move_is_named_by_line_ply_letter_and_reason(records in records(), letter in "[g-zG-Z]") {
            for record in &records {
                let text = record.to_string();
                let text = text.trim_end().rsplit_once(char::is_whitespace).unwrap().0.to_owned() + "\n" + &letter;
                let (line, ply) = (text.lines().count(), record.moves().len() + 1);
                let error = Record::parse_all(&text).unwrap_err();
                let named = matches!(&error, OgnError::Move { line: l, ply: p, letter: c, reason: PlayError::Letter { .. } | PlayError::Over(_) }
                    if (*l, *p, c.to_string()) == (line, ply, letter.clone()));
                prop_assert!(named, "{}: {}", error, text);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in prop_oneof![any::<String>(), "[\\[\\]\"{}();$%+*.!?A-Ga-g0-9\\\\ \\n-]{0,120}", "([A-F][a-f]){0,40}"]) {
            check(&text);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            check(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn damaged_games_are_read_or_refused(
            records in records(),
            damage in proptest::collection::vec((any::<proptest::sample::Index>(), 0..3, any::<u8>()), 1..6),
        ) {
            let mut bytes = file(&records).into_bytes();
            for (at, kind, byte) in damage {
                if bytes.is_empty() {
                    break;
                }
                let at = at.index(bytes.len());
                match kind {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, byte),
                    _ => bytes[at] = byte,
                }
            }
            check(&String::from_utf8_lossy(&bytes));
        }
    }
}
