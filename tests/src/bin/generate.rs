//! Writes a generated world into a folder; `scripts/world` says how.

use std::{fs, path::Path, process::ExitCode};

use tests::{Trouble, content::generated, print, while_};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        [rooms, things, folder] => write(rooms, things, Path::new(folder)),
        _ => Err("how many rooms, how many things, and in which folder?".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("Nothing was generated: {why}");
            ExitCode::FAILURE
        }
    }
}

fn write(rooms: &str, things: &str, folder: &Path) -> Result<(), Trouble> {
    let count = |text: &str| while_(text, text.parse::<usize>());
    let files = generated::files(count(rooms)?, count(things)?)?;
    // What somebody else wrote is not mixed with it.
    while_("the folder, which has to be a new one", fs::create_dir(folder))?;
    while_("the folder", fs::create_dir(folder.join("zones")))?;
    for (path, text) in &files {
        while_(path, fs::write(folder.join(path), text))?;
    }
    print(&format!("{}\n", folder.display()))
}
