//! A game on the whole terminal: the board, how it stands, what was said, and the keys. The engine thinks in a thread of its own, so that the keys work
//! meanwhile.

use super::clock;
use super::command::Command;
use super::look::{Look, wrapped};
use super::picture::{HEIGHT, Ink, Pit, WIDTH, picture};
use super::session::{Flow, Session};
use super::thinker::{Answer, Task, Thinker};
use crate::cli::drawing;
use crate::cli::exit::Failure;
use crate::cli::interrupt;
use oware::board::{Move, PITS_PER_ROW, Side};
use oware::notation::move_letter;
use oware::search::evaluation::Evaluate;
use oware::search::signals::Signals;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Between two drawings where nothing happens.
const TICK: Duration = Duration::from_millis(100);
/// Stack of the thread that thinks, which searches itself.
const STACK_SIZE: usize = 16 << 20;
/// Lines of what was said that are kept.
const MOST_LINES: usize = 2_000;

const KEYS: &str = "A-F play  h hint  x analyze  u undo  r redo  PgUp older  : command  ? help";
const KEYS_THINKING: &str = "Enter answer now  q quit";

/// Plays until the game is left.
pub fn play<R: Evaluate>(
    terminal: &mut DefaultTerminal,
    session: &mut Session<R>,
    thinker: &mut Thinker,
    look: Look,
    signals: &Signals,
) -> Result<Flow, Failure> {
    thread::scope(|scope| {
        let (ask, tasks) = channel();
        let (tell, answers) = channel();
        let think = || think(thinker, tasks, tell, signals);
        thread::Builder::new().name("search".to_owned()).stack_size(STACK_SIZE).spawn_scoped(scope, think)?;
        let mut screen = Screen { session, look, said: Vec::new(), back: 0, typed: None, cursor: None, thinking: None };
        let flow = screen.run(terminal, &ask, &answers, signals);
        signals.stop.store(true, Relaxed);
        drop(ask);
        // The thread ends with its task; nobody waits for the answer.
        for _ in answers {}
        signals.stop.store(false, Relaxed);
        flow
    })
}

/// Answers questions until nobody asks any more.
fn think<R: Evaluate>(thinker: &mut Thinker, tasks: Receiver<Task<R>>, tell: Sender<Answer>, signals: &Signals) {
    for task in tasks {
        if tell.send(thinker.answer(&task, signals)).is_err() {
            return;
        }
    }
}

struct Screen<'a, R> {
    session: &'a mut Session<R>,
    look: Look,
    said: Vec<String>,
    /// How many lines of what was said the view is scrolled back.
    back: u16,
    /// A command that is being typed.
    typed: Option<String>,
    cursor: Option<Pit>,
    /// Since when the engine thinks.
    thinking: Option<Instant>,
}

impl<R: Evaluate> Screen<'_, R> {
    fn run(
        &mut self,
        terminal: &mut DefaultTerminal,
        ask: &Sender<Task<R>>,
        answers: &Receiver<Answer>,
        signals: &Signals,
    ) -> Result<Flow, Failure> {
        let lost = || Failure::fault(anyhow::anyhow!("the thread that thinks ended; please report it"));
        loop {
            if self.thinking.is_none()
                && let Some(task) = self.session.task()
            {
                signals.stop.store(false, Relaxed);
                ask.send(task).map_err(|_| lost())?;
                self.thinking = Some(Instant::now());
            }
            if interrupt::is_caught() {
                return Ok(Flow::Quit);
            }
            self.hear();
            terminal.draw(|frame| self.draw(frame))?;
            if event::poll(TICK)? {
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => match self.press(key, signals) {
                        Flow::Stay => (),
                        flow => return Ok(flow),
                    },
                    Event::Paste(text) => self.typed.get_or_insert_default().push_str(text.lines().next().unwrap_or_default()),
                    _ => (),
                }
            }
            match answers.try_recv() {
                Ok(answer) => {
                    self.thinking = None;
                    self.session.answer(answer);
                }
                Err(TryRecvError::Disconnected) => return Err(lost()),
                Err(TryRecvError::Empty) => (),
            }
            self.session.look_at_clock();
        }
    }

    /// Takes over what the game has to say.
    fn hear(&mut self) {
        let said = self.session.take_said();
        if !said.is_empty() {
            self.back = 0;
        }
        self.said.extend(said);
        let surplus = self.said.len().saturating_sub(MOST_LINES);
        self.said.drain(..surplus);
    }

    fn press(&mut self, key: KeyEvent, signals: &Signals) -> Flow {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            if self.thinking.is_none() {
                return Flow::Quit;
            }
            signals.stop.store(true, Relaxed);
            return Flow::Stay;
        }
        match (key.code, &mut self.typed) {
            (KeyCode::PageUp, _) => self.back = self.back.saturating_add(5),
            (KeyCode::PageDown, _) => self.back = self.back.saturating_sub(5),
            (KeyCode::Esc, typed) => *typed = None,
            (KeyCode::Enter, Some(_)) => {
                let line = self.typed.take().unwrap_or_default();
                return if line.trim().is_empty() { Flow::Stay } else { self.obey(&line) };
            }
            (KeyCode::Backspace, Some(typed)) if typed.is_empty() => self.typed = None,
            (KeyCode::Backspace, Some(typed)) => drop(typed.pop()),
            (KeyCode::Char(c), Some(typed)) if !control => typed.push(c),
            (_, Some(_)) => (),
            (KeyCode::Enter | KeyCode::Char(' '), None) if self.thinking.is_some() => signals.stop.store(true, Relaxed),
            (KeyCode::Enter | KeyCode::Char(' '), None) => self.play_cursor(),
            (KeyCode::Left, None) => self.move_cursor(-1),
            (KeyCode::Right, None) => self.move_cursor(1),
            (KeyCode::Up, None) => self.cursor = self.cursor.map(|(_, pit)| (Side::North, pit)).or(Some((Side::North, 5))),
            (KeyCode::Down, None) => self.cursor = self.cursor.map(|(_, pit)| (Side::South, pit)).or(Some((Side::South, 0))),
            (KeyCode::Char(':'), None) => self.typed = Some(String::new()),
            (KeyCode::Char('s'), None) => self.typed = Some("save ".to_owned()),
            (KeyCode::Char('l'), None) => self.typed = Some("load ".to_owned()),
            (KeyCode::Char('n'), None) => return self.obey("new"),
            (KeyCode::Char(c), None) if !control => return self.obey(&c.to_string()),
            _ => (),
        }
        Flow::Stay
    }

    fn obey(&mut self, line: &str) -> Flow {
        let command = match line.parse() {
            Ok(command) => command,
            Err(error) => {
                self.say(error);
                return Flow::Stay;
            }
        };
        let waits = !matches!(command, Command::Quit | Command::Help | Command::Rules | Command::Board);
        if self.thinking.is_some() && waits {
            self.say("The engine is thinking; Enter lets it answer now.".to_owned());
            return Flow::Stay;
        }
        self.session.obey(command)
    }

    fn say(&mut self, text: String) {
        self.hear();
        self.back = 0;
        self.said.push(text);
    }

    /// Left and right as they are seen: North's pits go the other way.
    fn move_cursor(&mut self, step: isize) {
        let mover = self.session.mover();
        let (side, pit) = self.cursor.unwrap_or((mover, if mover == Side::South { 0 } else { 5 }));
        if self.cursor.is_none() {
            self.cursor = Some((side, pit));
            return;
        }
        let step = if side == Side::South { step } else { -step };
        self.cursor = Some((side, pit.saturating_add_signed(step).min(PITS_PER_ROW - 1)));
    }

    fn play_cursor(&mut self) {
        let Some((side, pit)) = self.cursor else { return };
        let (mover, letter) = (self.session.mover(), move_letter(Move::from_pit(pit), side));
        if side != mover && !self.session.is_over() {
            self.say(format!("{letter} is a pit of {side}; {mover} is to move."));
        } else {
            self.obey(&letter.to_string());
        }
    }

    fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        let (wide, high) = (area.width >= WIDTH, area.height >= HEIGHT + 8);
        let position = self.session.shown_position();
        let marks = super::picture::Marks { cursor: self.cursor, ..self.session.marks() };
        let board: Vec<Line> = if wide && high {
            let lines = picture(position, &marks, self.look.ascii).into_iter();
            lines.map(|line| line.into_iter().map(|(text, ink)| Span::styled(text, style(ink, self.look))).collect()).collect()
        } else if area.width >= 40 && !self.look.ascii {
            drawing::board(position).lines().map(|line| Line::from(line.to_owned())).collect()
        } else {
            vec![Line::from("Make the window larger (72 columns, 19 lines) to see the board.")]
        };
        let heights = [1, board.len() as u16, 1, 0, 1].map(Constraint::Length);
        let [title, middle, status, _, keys] = heights;
        let [title, middle, status, said, keys] = Layout::vertical([title, middle, status, Constraint::Min(0), keys]).areas(area);
        frame.render_widget(Line::from(self.look.text(&self.title())).style(Style::new().add_modifier(Modifier::DIM)), title);
        frame.render_widget(Paragraph::new(board), middle);
        frame.render_widget(Line::from(self.look.text(&self.status())).style(Style::new().add_modifier(Modifier::BOLD)), status);
        self.draw_said(frame, said);
        let last = match &self.typed {
            Some(typed) => Line::from(format!(":{typed}_")),
            None => Line::from(if self.thinking.is_some() { KEYS_THINKING } else { KEYS }).style(Style::new().add_modifier(Modifier::DIM)),
        };
        frame.render_widget(last, keys);
    }

    fn draw_said(&self, frame: &mut Frame, area: Rect) {
        let rows: Vec<Line> = self.said.iter().flat_map(|text| wrapped(&self.look.text(text), area.width)).map(Line::from).collect();
        let hidden = rows.len().saturating_sub(area.height.into());
        let rows: Vec<Line> = rows.into_iter().skip(hidden.saturating_sub(self.back.into())).collect();
        frame.render_widget(Paragraph::new(rows), area);
    }

    fn title(&self) -> String {
        let repetition = if R::CAN_REPEAT { format!(", repetition {}", self.session.game().repetition()) } else { String::new() };
        format!("oware: {}{repetition}, engine at level {}", R::NAME, self.session.terms().level)
    }

    fn status(&self) -> String {
        let thinking = self.thinking.map_or(String::new(), |since| format!("   thinking, {:.0} s", since.elapsed().as_secs_f64()));
        let times = self.session.times().map_or(String::new(), |times| format!("   {}", clock::both(times)));
        format!("{}{times}{thinking}", self.session.status())
    }
}

/// How an ink looks.
fn style(ink: Ink, look: Look) -> Style {
    let colour = |style: Style, colour| if look.colour { style.fg(colour) } else { style };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    match ink {
        Ink::Plain => Style::new(),
        Ink::Faint => Style::new().add_modifier(Modifier::DIM),
        Ink::Legal => colour(bold, Color::Green),
        Ink::Played => colour(bold.add_modifier(Modifier::UNDERLINED), Color::Yellow),
        Ink::Captured => colour(bold, Color::Red),
        Ink::Cursor => Style::new().add_modifier(Modifier::REVERSED),
    }
}

/// Takes the whole terminal; what is done in it gives it back, whatever happens.
pub fn within<T>(play: impl FnOnce(&mut DefaultTerminal) -> Result<T, Failure>) -> Result<T, Failure> {
    let cannot = |error: io::Error| Failure::fault(anyhow::Error::new(error).context("cannot use the terminal; `--lines` plays without"));
    let mut terminal = ratatui::try_init().map_err(cannot)?;
    let played = play(&mut terminal);
    ratatui::restore();
    played
}

#[cfg(test)]
mod tests {
    use super::super::command::{Seat, Seats};
    use super::super::session::Terms;
    use super::*;
    use oware::arena::pace::Pace;
    use oware::engine::level::Level;
    use oware::game::Repetition;
    use oware::ogn::Record;
    use oware::position::Position;
    use oware::rules::oware::Abapa;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    const LOOK: Look = Look { ascii: false, colour: true };

    fn session() -> Session<Abapa> {
        let pace = Pace::Move { depth: Some(1), nodes: None, time: None };
        let terms = Terms { seats: Seats([Seat::Person; 2]), level: Level::FULL, pace, patience: TICK };
        let record = Record::of_game::<Abapa>(Position::start(4).unwrap(), Repetition::Split, Vec::new(), None);
        Session::new(terms, &record.unwrap())
    }

    /// What is on a terminal of this size after these keys.
    fn shown(columns: u16, lines: u16, keys: &[KeyCode]) -> Vec<String> {
        let (mut session, signals) = (session(), Signals::new());
        let mut screen = Screen { session: &mut session, look: LOOK, said: Vec::new(), back: 0, typed: None, cursor: None, thinking: None };
        for &key in keys {
            screen.press(KeyEvent::new(key, KeyModifiers::NONE), &signals);
            screen.hear();
        }
        let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        let cells = terminal.backend().buffer().content();
        let rows = cells.chunks(usize::from(columns.max(1))).map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
        rows.map(|row| row.trim_end().to_owned()).collect()
    }

    fn typed(text: &str) -> Vec<KeyCode> {
        text.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect()
    }

    #[test]
    fn the_board_the_turn_and_the_keys_are_on_a_usual_terminal() {
        let rows = shown(80, 24, &[KeyCode::Char('F'), KeyCode::Char('f')]);
        assert_eq!(rows[0], "oware: abapa, repetition split, engine at level 10");
        assert_eq!(rows[9], "╰───────╯  │   4   │   4   │   4   │   4   │   4   │   0   │  ╰───────╯".replacen("   4   ", "   5   ", 4));
        assert_eq!(rows[12], "South to move, move 3");
        assert_eq!(rows[13..15], ["South plays F.", "North plays f."]);
        assert_eq!(rows[23], KEYS);
    }

    #[test]
    fn no_window_is_too_small() {
        for (columns, lines) in [(1, 1), (10, 3), (40, 12), (71, 18), (71, 19), (300, 100)] {
            let rows = shown(columns, lines, &[KeyCode::Char('?')]);
            assert_eq!(rows.len(), usize::from(lines), "{columns} by {lines}");
        }
        assert!(shown(62, 16, &[])[3].starts_with("  North   │  4 │  4 │"));
        assert!(shown(30, 16, &[])[1].starts_with("Make the window larger"));
    }

    #[test]
    fn a_cursor_plays_and_explains_the_wrong_row() {
        use KeyCode::{Down, Enter, Right, Up};
        let rows = shown(80, 24, &[Down, Right, Right, Enter]);
        assert_eq!(rows[13], "South plays C.");
        let rows = shown(80, 24, &[Up, Right, Enter]);
        assert_eq!(rows[13], "e is a pit of North; South is to move.");
        // The cursor stays on the board.
        let rows = shown(80, 24, &[vec![Down], vec![Right; 20], vec![Enter]].concat());
        assert_eq!(rows[13], "South plays F.");
    }

    #[test]
    fn commands_can_be_typed_and_wrong_keys_are_told() {
        let rows = shown(80, 24, &[vec![KeyCode::Char(':')], typed("level 3"), vec![KeyCode::Char('z')]].concat());
        assert_eq!(rows[0], "oware: abapa, repetition split, engine at level 3");
        assert_eq!(rows[13..15], ["The engine plays at level 3.", "`z` is no move and no command; `help` lists what there is"]);
        let rows = shown(80, 24, &[KeyCode::Char('s'), KeyCode::Char('x'), KeyCode::Backspace, KeyCode::Char('y')]);
        assert_eq!(rows[23], ":save y_");
        let rows = shown(80, 24, &[KeyCode::Char(':'), KeyCode::Backspace, KeyCode::Char('A')]);
        assert_eq!(rows[13], "South plays A.");
    }

    #[test]
    fn what_was_said_can_be_scrolled() {
        let keys = [vec![KeyCode::Char('?'); 2], vec![KeyCode::PageUp; 2]].concat();
        let rows = shown(80, 24, &keys);
        assert_ne!(rows[22], "quit, q      end; a game that was not saved is printed");
        assert_eq!(shown(80, 24, &keys[..2])[22], "quit, q      end; a game that was not saved is printed");
    }
}
