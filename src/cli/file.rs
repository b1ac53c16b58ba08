//! Files that the user asks for.

use anyhow::Context;
use std::io::Write;
use std::path::Path;

/// Writes a file that appears whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    // A new file takes the place of a regular one only, and not of a link to one.
    if let Ok(there) = path.symlink_metadata()
        && (!there.is_file() || there.permissions().readonly())
    {
        anyhow::bail!("{}: there is something that is not a regular, writable file; name another path", cannot());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut builder = tempfile::Builder::new();
    // A temporary file is its owner's alone; a result is for everybody who may read new files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).with_context(cannot)?;
    file.write_all(bytes).with_context(cannot)?;
    file.as_file().sync_all().with_context(cannot)?;
    file.persist(path).with_context(cannot)?;
    Ok(())
}
