//! Grammar of the lines that are typed in the sandbox.

use text::parse::near;

/// Parsed line of the sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChatLine {
    /// Nothing.
    Empty,
    /// Words for the character.
    Words(String),
    /// A command of the game.
    Game(String),
    /// Request for the reasons of the last answer.
    Why,
    /// Notes of the character about the speaker.
    Memory,
    /// Goes on as somebody else.
    As(String),
    /// Names of the others who are to be there.
    Room(Vec<String>),
    /// Name of the model that is to answer; empty to show the current one.
    Model(String),
    /// Hour to set, 0 to 23.
    Hour(u8),
    /// Name and new value of a setting.
    Set(String, String),
    /// Writes a story into a file.
    Save(String),
    Help,
    Quit,
}

/// A command with a slash: its name, what follows it, and what it does.
type SlashCommand = (&'static str, &'static str, &'static str);

const COMMANDS: [SlashCommand; 10] = [
    ("why", "", "why the last line was answered as it was"),
    ("memory", "", "what the character keeps of you"),
    ("as", "NAME", "go on as somebody else"),
    ("room", "NAME, NAME", "who is there besides and says nothing; nobody without names"),
    ("model", "NAME", "which model answers; without a name, which there are"),
    ("hour", "HOUR", "let time pass until an hour of the day, 0 to 23"),
    ("set", "NAME VALUE", "change a setting; without a name, which there are"),
    ("save", "FILE", "write what happened as a story for tests/stories"),
    ("help", "", "this"),
    ("quit", "", "end; Ctrl-D does the same"),
];

/// Returns the help page of the sandbox.
pub(super) fn help() -> String {
    let mut page =
        "What you type is said to the character. With ! before it, it is a command of the \
                    game, such as !look, !accept or !give mara a silver spoon."
            .to_owned();
    for (name, follows, does) in COMMANDS {
        let usage = format!("/{name} {follows}");
        page.push_str(&format!("\n  {usage:<18} {does}"));
    }
    page
}

/// Reads a line. What cannot be understood is a sentence.
pub(super) fn read(line: &str) -> Result<ChatLine, String> {
    let line = line.trim();
    if let Some(game) = line.strip_prefix('!') {
        let game = game.trim();
        return if game.is_empty() {
            Err("After ! comes a command of the game, such as !look.".to_owned())
        } else {
            Ok(ChatLine::Game(game.to_owned()))
        };
    }
    let Some(command) = line.strip_prefix('/') else {
        let words = line.to_owned();
        return Ok(if words.is_empty() { ChatLine::Empty } else { ChatLine::Words(words) });
    };
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    slash(&name.to_lowercase(), rest.trim())
}

fn slash(name: &str, rest: &str) -> Result<ChatLine, String> {
    let needed = |what: &str| {
        if rest.is_empty() {
            Err(format!("After /{name} comes {what}."))
        } else {
            Ok(rest.to_owned())
        }
    };
    Ok(match name {
        "why" => ChatLine::Why,
        "memory" => ChatLine::Memory,
        "as" => ChatLine::As(needed("the name of who you are from now on, such as /as Bob")?),
        "room" => {
            let names = rest.split(',').map(str::trim).filter(|it| !it.is_empty());
            ChatLine::Room(names.map(str::to_owned).collect())
        }
        "model" => ChatLine::Model(rest.to_owned()),
        "hour" => match rest.parse() {
            Ok(hour @ 0..=23) => ChatLine::Hour(hour),
            Ok(_) | Err(_) => return Err("An hour is a number from 0 to 23: /hour 23".to_owned()),
        },
        "set" => {
            let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            ChatLine::Set(name.to_lowercase(), value.trim().to_owned())
        }
        "save" => ChatLine::Save(needed("the name of a file, such as /save mara.story")?),
        "help" => ChatLine::Help,
        "quit" => ChatLine::Quit,
        _ => {
            let names = COMMANDS.iter().map(|(name, ..)| *name);
            let meant = near(name, names).first().map(|it| format!(" Did you mean /{it}?"));
            let meant = meant.unwrap_or_else(|| " Type /help for those there are.".to_owned());
            return Err(format!("There is no command /{name}.{meant}"));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_words_commands_or_sentences_about_what_is_wrong() {
        for (line, read_as) in [
            ("  ", Ok(ChatLine::Empty)),
            (" Good day! ", Ok(ChatLine::Words("Good day!".to_owned()))),
            ("! give mara spoon", Ok(ChatLine::Game("give mara spoon".to_owned()))),
            ("/WHY", Ok(ChatLine::Why)),
            ("/as  Bob ", Ok(ChatLine::As("Bob".to_owned()))),
            ("/room ann, bob,", Ok(ChatLine::Room(vec!["ann".to_owned(), "bob".to_owned()]))),
            ("/room", Ok(ChatLine::Room(Vec::new()))),
            ("/hour 23", Ok(ChatLine::Hour(23))),
            ("/set regard 70", Ok(ChatLine::Set("regard".to_owned(), "70".to_owned()))),
            ("!", Err("After ! comes a command of the game, such as !look.")),
            ("/as", Err("After /as comes the name of who you are from now on, such as /as Bob.")),
            ("/save", Err("After /save comes the name of a file, such as /save mara.story.")),
            ("/hour 24", Err("An hour is a number from 0 to 23: /hour 23")),
            ("/hour noon", Err("An hour is a number from 0 to 23: /hour 23")),
            ("/memry", Err("There is no command /memry. Did you mean /memory?")),
            ("/x", Err("There is no command /x. Type /help for those there are.")),
        ] {
            assert_eq!(read(line), read_as.map_err(str::to_owned), "{line}");
        }
    }

    #[test]
    fn every_command_of_the_page_is_read() {
        for (name, follows, _) in COMMANDS {
            let line =
                if name == "hour" { "/hour 5".to_owned() } else { format!("/{name} {follows}") };
            assert!(read(&line).is_ok(), "{line}");
            assert!(help().contains(&format!("\n  /{name} ")), "{name}");
        }
    }
}
