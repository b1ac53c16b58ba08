//! All tables of one rule set and kind that were found, one a layer.

use super::error::TableError;
use super::file::Table;
use super::folders;
use super::format::Format;
use super::id::{Kind, TableId};
use super::mmap::Bytes;
use super::successors::from_successors;
use crate::board::{Board, MAX_SEEDS};
use crate::index;
use crate::score::{Forced, Value};
use crate::variant::Variant;
use std::path::PathBuf;

/// Where to look for tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sources {
    /// These folders in this order, then the program itself; a layer's first good file wins and bad ones are passed over.
    /// Without a folder: the built-in tables alone.
    All(Vec<PathBuf>),
    /// This folder alone, which must exist, and no bad file may be in it.
    Only(PathBuf),
}

impl Sources {
    /// `folder` alone if one is named, else all folders that exist ([`folders::found_folders`]) and the program itself.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Self {
        folder.map_or_else(|| Sources::All(folders::found_folders()), Sources::Only)
    }
}

/// The tables of one rule set and kind.
#[derive(Debug)]
pub struct Tablebase {
    variant: Variant,
    kind: Kind,
    /// By layer, 0 to 72.
    tables: [Option<Table<Bytes>>; MAX_SEEDS as usize + 1],
    warnings: Vec<TableError>,
}

impl Tablebase {
    /// No table at all.
    #[must_use]
    pub fn empty(variant: Variant, kind: Kind) -> Self {
        Tablebase { variant, kind, tables: [const { None }; _], warnings: Vec::new() }
    }

    /// Opens every table that there is. Reads headers only.
    ///
    /// # Errors
    /// With [`Sources::Only`], if the folder is missing or a file in it is bad; otherwise what is bad is in [`Self::warnings`].
    pub fn open(variant: Variant, kind: Kind, sources: &Sources) -> Result<Self, TableError> {
        let mut base = Self::empty(variant, kind);
        match sources {
            Sources::All(folders) => {
                for id in TableId::all(variant, kind) {
                    let files = folders.iter().map(|folder| Table::open_in(folder, id));
                    base.insert_first(files.chain([Table::built_in(id)]));
                }
            }
            Sources::Only(folder) => {
                if !folder.is_dir() {
                    return Err(TableError::NoFolder(folder.clone()));
                }
                for id in TableId::all(variant, kind) {
                    if let Some(table) = Table::open_in(folder, id)? {
                        base.insert(table);
                    }
                }
            }
        }
        Ok(base)
    }

    /// Takes the first good table and notes what was wrong with those before it.
    fn insert_first(&mut self, candidates: impl Iterator<Item = Result<Option<Table<Bytes>>, TableError>>) {
        for candidate in candidates {
            match candidate {
                Ok(Some(table)) => return self.insert(table),
                Ok(None) => {}
                Err(error) => self.warnings.push(error),
            }
        }
    }

    /// Adds a table, in place of any of the same layer.
    ///
    /// # Panics
    /// If it is of another rule set or kind.
    pub fn insert(&mut self, table: Table<Bytes>) {
        let id = table.id();
        assert_eq!((id.variant(), id.kind()), (self.variant, self.kind), "a tablebase holds one rule set and kind");
        self.tables[id.seeds() as usize] = Some(table);
    }

    /// The rule set.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The value of a board, in seeds; `None` if there is no table of its layer, or its block there is damaged ([`Self::damage`]).
    ///
    /// A board that its packed file leaves out is answered from its successors, and then `None` may also mean that a lower layer is missing.
    #[must_use]
    #[inline]
    pub fn value(&self, board: Board) -> Option<Value> {
        self.value_in(board.seeds(), board)
    }

    /// [`Self::value`] of a board that is known to have so many seeds.
    #[must_use]
    #[inline]
    pub fn value_in(&self, seeds: u32, board: Board) -> Option<Value> {
        let table = self.layer(seeds)?;
        table.value(index::rank(board)).or_else(|| self.left_out(table, board))
    }

    /// The value of a board if the table leaves it out.
    #[cold]
    fn left_out(&self, table: &Table<Bytes>, board: Board) -> Option<Value> {
        if !table.leaves_out(board.opponent) {
            return None;
        }
        from_successors(self.variant, board, |board| self.layer(board.seeds())?.value(index::rank(board)))
    }

    /// Calls `read` with all values of one of the tables, by rank ([`Table::values`]); a packed one is unpacked for that.
    ///
    /// # Errors
    /// As [`Table::unpacked`].
    pub fn with_values<T>(&self, table: &Table<Bytes>, read: impl FnOnce(&[u8]) -> T) -> Result<T, TableError> {
        match table.format() {
            Format::Raw => Ok(read(table.values())),
            Format::Packed => {
                let unpacked = table.unpacked(&|board| self.value(board));
                // A lower layer that does not answer is the fault, not the table.
                Ok(read(unpacked.map_err(|error| self.damage().next().unwrap_or(error))?.values()))
            }
        }
    }

    /// Makes raw tables of the packed ones below a layer, from the smallest up, so that all of them have their values side by side.
    ///
    /// # Errors
    /// As [`Table::unpacked`].
    pub fn unpack(&mut self, below: u32) -> Result<(), TableError> {
        for seeds in 0..below {
            if let Some(table) = self.layer(seeds).filter(|table| table.format() == Format::Packed) {
                let raw = table.unpacked(&|board| self.value(board))?;
                self.insert(raw);
            }
        }
        Ok(())
    }

    /// The values of the layers from 0 up to the first that is not there.
    ///
    /// # Panics
    /// If one of these tables is packed ([`Self::unpack`]).
    #[must_use]
    pub fn values(&self) -> Vec<&[u8]> {
        self.tables.iter().map_while(|table| table.as_ref().map(Table::values)).collect()
    }

    /// What each player can force on a board; `None` if these tables are of another kind, there is none of its layer, or its block there is damaged.
    #[must_use]
    #[inline]
    pub fn forced(&self, board: Board) -> Option<Forced> {
        if self.kind != Kind::Forced {
            return None;
        }
        let table = self.layer(board.seeds())?;
        let rank = index::rank(board);
        let number = |place| table.value(place).and_then(|value| u8::try_from(value).ok());
        Some(Forced { mover: number(rank)?, opponent: number(table.id().boards() + rank)? })
    }

    /// The table of the boards with this many seeds.
    #[must_use]
    #[inline]
    pub fn layer(&self, seeds: u32) -> Option<&Table<Bytes>> {
        self.tables.get(seeds as usize)?.as_ref()
    }

    /// The largest n such that all layers from 0 to n are there.
    #[must_use]
    pub fn largest(&self) -> Option<u32> {
        (0..).take_while(|&seeds| self.layer(seeds).is_some()).last()
    }

    /// The tables from layer 0 up; each says which it is and where it comes from.
    pub fn tables(&self) -> impl Iterator<Item = &Table<Bytes>> {
        self.tables.iter().flatten()
    }

    /// The damage that probes have met so far, one message a table.
    pub fn damage(&self) -> impl Iterator<Item = TableError> {
        self.tables().filter_map(Table::damage)
    }

    /// What was passed over and why.
    #[must_use]
    pub fn warnings(&self) -> &[TableError] {
        &self.warnings
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::Fault;
    use super::super::lock::FolderLock;
    use super::super::source::Source;
    use super::super::writer::{encode, write};
    use super::*;
    use std::fs;
    use std::path::Path;
    use tempfile::TempDir;

    const VARIANT: Variant = Variant::Wari;
    const KIND: Kind = Kind::Shared;
    /// Layers that are not built in, so that the folders decide alone.
    const LAYERS: [u32; 2] = [9, 10];

    fn id(seeds: u32) -> TableId {
        TableId::new(VARIANT, KIND, seeds).unwrap()
    }

    fn filled(seeds: u32, value: Value) -> Vec<Value> {
        vec![value; id(seeds).boards() as usize]
    }

    /// A folder with a table of each of these layers, every board of which has this value.
    fn folder(layers: &[u32], value: Value) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::acquire(folder.path(), VARIANT).unwrap();
        for &seeds in layers {
            write(&lock, id(seeds), &filled(seeds, value)).unwrap();
        }
        folder
    }

    fn cut(folder: &Path, seeds: u32) {
        let path = id(seeds).path(folder);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    }

    fn open_all(folders: &[&TempDir]) -> Tablebase {
        let folders = folders.iter().map(|folder| folder.path().to_owned()).collect();
        Tablebase::open(VARIANT, KIND, &Sources::All(folders)).unwrap()
    }

    fn origin(base: &Tablebase, seeds: u32) -> Option<Source> {
        base.layer(seeds).map(|table| table.origin().clone())
    }

    #[test]
    fn the_first_good_file_wins_and_bad_ones_are_told() {
        let (first, second) = (folder(&LAYERS, 1), folder(&LAYERS, 2));
        cut(first.path(), 9);
        let base = open_all(&[&first, &second]);
        assert_eq!(origin(&base, 9), Some(Source::Folder(second.path().to_owned())));
        assert_eq!(origin(&base, 10), Some(Source::Folder(first.path().to_owned())));
        let layer_9 = index::unrank(9, 123_456);
        assert_eq!([layer_9, index::unrank(10, 0)].map(|board| base.value(board)), [Some(2), Some(1)]);
        let [TableError::Broken { table, fault: Fault::Truncated { .. }, .. }] = base.warnings() else { panic!("{base:?}") };
        assert_eq!(*table, id(9));
        assert!(base.warnings()[0].to_string().contains("oware db build --rules wari --seeds 9 --db "));
    }

    #[test]
    fn an_absent_layer_is_no_error_and_a_gap_ends_the_largest() {
        let empty = tempfile::tempdir().unwrap();
        let only = |folder: &TempDir| Tablebase::open(VARIANT, KIND, &Sources::Only(folder.path().to_owned()));
        let base = only(&empty).unwrap();
        assert_eq!((base.largest(), base.tables().count(), base.value(Board::EMPTY)), (None, 0, None));
        let base = only(&folder(&[0, 1, 2, 4], 0)).unwrap();
        assert_eq!(base.largest(), Some(2));
        assert!(base.tables().map(|table| table.id().seeds()).eq([0, 1, 2, 4]));
        assert_eq!((base.value(Board::EMPTY), base.value(index::unrank(3, 0))), (Some(0), None));
        assert!(base.warnings().is_empty());
    }

    #[test]
    fn a_folder_named_alone_must_be_there_and_right() {
        let good = folder(&[0, 1], 0);
        let only = |folder: &Path| Tablebase::open(VARIANT, KIND, &Sources::Only(folder.to_owned()));
        assert_eq!(only(good.path()).unwrap().largest(), Some(1));
        assert!(matches!(only(&good.path().join("missing")), Err(TableError::NoFolder(_))));
        cut(good.path(), 1);
        assert!(matches!(only(good.path()), Err(TableError::Broken { fault: Fault::Truncated { .. }, .. })));
        fs::write(id(1).path(good.path()), "").unwrap();
        assert!(matches!(only(good.path()), Err(TableError::Broken { fault: Fault::Truncated { found: 0, .. }, .. })));
        fs::write(id(1).path(good.path()), [b'x'; 200]).unwrap();
        assert!(matches!(only(good.path()), Err(TableError::Broken { fault: Fault::Foreign { .. }, .. })));
    }

    #[test]
    fn what_cannot_be_read_is_a_warning_or_an_error_but_never_absent() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(id(9).path(folder.path())).unwrap();
        let base = open_all(&[&folder]);
        assert!(matches!(base.warnings(), [TableError::Io { .. }]), "{base:?}");
        let only = Tablebase::open(VARIANT, KIND, &Sources::Only(folder.path().to_owned()));
        assert!(matches!(only, Err(TableError::Io { .. })));
    }

    #[test]
    fn a_table_made_in_memory_can_be_added() {
        let mut base = Tablebase::empty(VARIANT, KIND);
        let bytes = Bytes::Owned(encode(id(0), &[0]));
        base.insert(Table::open(bytes, id(0), Source::BuiltIn).unwrap());
        assert_eq!((base.largest(), base.value(Board::EMPTY)), (Some(0), Some(0)));
    }

    #[test]
    fn kalah_has_no_forced_tables() {
        let base = Tablebase::open(Variant::Kalah, Kind::Forced, &Sources::All(Vec::new())).unwrap();
        assert_eq!(base.largest(), None);
    }

    #[test]
    fn forced_numbers_are_those_of_both_players() {
        let mut base = Tablebase::empty(VARIANT, Kind::Forced);
        let id = TableId::new(VARIANT, Kind::Forced, 1).unwrap();
        // The mover's numbers by rank, then the opponent's.
        let values: Vec<Value> = (0..12).map(|rank| rank % 2).chain((0..12).map(|rank| 1 - rank % 2)).collect();
        base.insert(Table::open(Bytes::Owned(encode(id, &values)), id, Source::BuiltIn).unwrap());
        assert_eq!(base.forced(index::unrank(1, 4)), Some(Forced { mover: 0, opponent: 1 }));
        assert_eq!(base.forced(index::unrank(1, 5)), Some(Forced { mover: 1, opponent: 0 }));
        assert_eq!(base.forced(Board::EMPTY), None);
        assert_eq!(folder_base().forced(index::unrank(9, 0)), None, "of another kind");
    }

    fn folder_base() -> Tablebase {
        Tablebase::open(VARIANT, KIND, &Sources::Only(folder(&[9], 1).path().to_owned())).unwrap()
    }
}
