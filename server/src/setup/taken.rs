//! Whether personas bear the names of players, which only the store knows.

use assistants::persona::Persona;
use world::content::{
    problem::{Problem, SourceFile},
    reading::{Read, read},
};

use crate::{
    account::{ACCOUNT_KIND, NAME_KIND, names},
    store::{Store, StoreError},
};

/// The personas among these files. What is wrong with the others is told by the
/// check of all files.
pub(super) fn personas(files: &[SourceFile]) -> Vec<Read<Persona>> {
    let files = files.iter().filter(|it| it.path.starts_with("personas/"));
    files.filter_map(|it| read(it, &mut Vec::new())).collect()
}

/// Reports the personas that a player has come before: two characters of one
/// name would be taken for each other, and two of one id would be the same.
///
/// # Errors
/// When the store cannot be asked.
pub(super) async fn taken(
    personas: &[Read<Persona>],
    store: &Store,
) -> Result<Vec<Problem>, StoreError> {
    let mut problems = Vec::new();
    for Read { path, tree, value } in personas {
        let (id, name) = (&value.id, &value.body.name);
        if is_name(name, store).await? {
            let at = tree.field("body").field("name").position();
            let sentence =
                format!("`{name}` is, or looks like, the name of a player; choose another");
            problems.push(Problem::new(path, at, sentence));
        } else if store.load(ACCOUNT_KIND, id.as_str()).await?.is_some() {
            let at = tree.field("id").position();
            let sentence = format!("`{id}` is the id of a player's character; choose another");
            problems.push(Problem::new(path, at, sentence));
        }
    }
    Ok(problems)
}

async fn is_name(name: &str, store: &Store) -> Result<bool, StoreError> {
    for skeleton in names::skeletons(name) {
        if store.load(NAME_KIND, &skeleton).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
