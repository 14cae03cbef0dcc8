//! Scene: a game of its own, in which players type lines one after the other.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use assistants::{
    llm::{
        ChatReply, ChatRequest, LlmError, Usage,
        profile::{ModelProfile, QuestionForm},
    },
    persona::Persona,
};
use engine::{clock::WorldTime, id::CharacterId, simulation::Simulation};

use super::{
    PlayError,
    answer::{HeardAnswer, ThoughtState, Thoughts},
    checks::{AnswerCheck, Checker, Company},
    claims::CommandWords,
    file::{PlayLine, PlayScene, Typed},
};
use crate::{
    sandbox::{
        ChatError,
        bare::{BareError, BareGame, Thinker},
        brains::Brains,
        visit::{CHANNEL, NOON, TYPING, capitalised, newcomer},
    },
    setup::files::Authored,
};

/// Maximum time until a line is answered.
pub(super) const PATIENCE: Duration = Duration::from_secs(90);

/// Time after which a line about which no thought has begun counts as not answered.
const UNHEEDED: Duration = Duration::from_secs(6);

/// Interval at which the game is asked whether a line is answered.
const STEP: Duration = Duration::from_secs(1);

/// Game time to wait after the player enters, so that greetings are over before the first line.
const ARRIVAL: Duration = Duration::from_secs(20);

/// Line that was played, with its answer and what it took.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlayedLine<'a> {
    pub(super) line: &'a PlayLine,
    pub(super) who: String,
    pub(super) answer: HeardAnswer,
    pub(super) questions: QuestionSums,
    /// Time from the line to the end of the thought about it.
    pub(super) took: Duration,
    /// Checks that did not hold.
    pub(super) failed: Vec<AnswerCheck>,
}

/// Questions to the model about one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct QuestionSums {
    pub(super) count: usize,
    /// Form of the last one.
    pub(super) form: Option<QuestionForm>,
    /// Prompt tokens that were not cached.
    pub(super) new: u64,
    pub(super) cached: u64,
    pub(super) out: u64,
}

impl QuestionSums {
    fn count(&mut self, form: QuestionForm, usage: Option<Usage>) {
        self.count += 1;
        self.form = Some(form);
        let Usage { prompt, completion, cached } = usage.unwrap_or_default();
        let cached = cached.unwrap_or_default();
        self.new += u64::from(prompt.saturating_sub(cached));
        self.cached += u64::from(cached);
        self.out += u64::from(completion);
    }
}

/// Brains that count the questions of one character to a model.
struct CountingBrains<'a> {
    brains: &'a mut Brains,
    of: &'a CharacterId,
    sums: QuestionSums,
}

impl Thinker for CountingBrains<'_> {
    fn answer(&mut self, request: ChatRequest) -> (Duration, Result<ChatReply, LlmError>) {
        let form = if request.schema.is_some() {
            QuestionForm::Schema
        } else if request.tools.is_empty() {
            QuestionForm::Words
        } else {
            QuestionForm::Tools
        };
        let counts = self.brains.is_model() && request.npc == *self.of;
        let (took, result) = self.brains.answer(request);
        if counts {
            self.sums.count(form, result.as_ref().ok().and_then(|it| it.usage));
        }
        (took, result)
    }
}

/// Scene that is played.
pub(super) struct SceneStage<'a> {
    scene: &'a PlayScene,
    persona: Arc<Persona>,
    characters: Vec<String>,
    game: BareGame,
    brains: CountingBrains<'a>,
    checker: Checker<'a>,
    /// Ids of the players by name.
    ids: BTreeMap<&'a str, CharacterId>,
}

impl<'a> SceneStage<'a> {
    /// Logs the players in, and lets those who are there greet them.
    pub(super) fn open(
        sim: Simulation,
        authored: &Authored,
        scene: &'a PlayScene,
        (brains, profile): (&'a mut Brains, Option<ModelProfile>),
        commands: &'a CommandWords,
    ) -> Result<Self, PlayError> {
        let found = authored.personas.iter().find(|it| it.id == scene.character);
        let Some(persona) = found.cloned() else {
            // The check of the file has ruled it out.
            let (name, known) = (scene.character.to_string(), String::new());
            return Err(ChatError::Nobody { name, known }.into());
        };
        let mut game = BareGame::new(sim, NOON);
        game.set_profiles(profile.map(|it| brains.profiles_of(it)).unwrap_or_default());
        let mut stage = Self {
            scene,
            persona,
            characters: authored.personas.iter().map(|it| it.body.name.clone()).collect(),
            game,
            brains: CountingBrains { brains, of: &scene.character, sums: QuestionSums::default() },
            checker: Checker::new(commands),
            ids: BTreeMap::new(),
        };
        stage.enter_all(authored)?;
        Ok(stage)
    }

    fn enter_all(&mut self, authored: &Authored) -> Result<(), BareError> {
        let home = self.persona.body.home.clone();
        let room = self.scene.room.as_ref().map_or(home.as_str(), |it| it.as_str());
        let channels = authored.content.channels.iter();
        let channel = channels.map(|it| &it.id).find(|it| it.as_str() == CHANNEL);
        for name in &self.scene.players {
            let id = name.to_lowercase();
            let shown = capitalised(&id);
            self.game.create(newcomer(&id, &shown, room, channel.cloned())?)?;
            self.game.enter(&id, &shown, &mut self.brains)?;
            self.ids.insert(name, CharacterId::new(&id)?);
        }
        self.game.wait(ARRIVAL, &mut self.brains)
    }

    /// Returns the name of the character.
    pub(super) fn name(&self) -> &str {
        &self.persona.body.name
    }

    /// Plays a line, and waits until it is answered.
    pub(super) fn play(&mut self, line: &'a PlayLine) -> Result<PlayedLine<'a>, PlayError> {
        let who = line.who(self.scene);
        let Some(id) = self.ids.get(who).cloned() else {
            return Err(PlayError::Gone(who.to_owned()));
        };
        self.game.wait(Duration::from_secs(TYPING), &mut self.brains)?;
        drop(self.game.take_heard());
        self.brains.sums = QuestionSums::default();
        let typed = self.game.now();
        // People are called by one word of their names.
        let name = self.persona.body.name.clone();
        let called = name.split_whitespace().last().unwrap_or_default().to_lowercase();
        let typing = match line.typed() {
            Typed::Command(command) => command.to_owned(),
            Typed::Words(words) => format!("say to {called} {words}"),
        };
        if !self.game.is_there(id.as_str()) {
            return Err(PlayError::Gone(who.to_owned()));
        }
        self.game.type_line(id.as_str(), &typing, &mut self.brains)?;
        let ended = self.wait_for_answer(&id, typed)?;
        let heard = self.game.take_heard();
        let mine: Vec<&str> =
            heard.iter().filter(|(it, _)| it == id.as_str()).map(|(_, it)| it.as_str()).collect();
        let mut answer = HeardAnswer::default();
        // What it says while it thinks is no answer.
        let waits = &self.persona.script.waits;
        let is_wait = |line: &str| waits.iter().any(|it| line == format!("{name} says, \"{it}\""));
        mine.iter().filter(|it| !is_wait(it)).for_each(|it| answer.hear(&name, it));
        Thoughts::since(self.game.world(), &self.scene.character, &id, typed).add_to(&mut answer);
        answer.by_model &= self.brains.brains.is_model();
        let is_refused = answer.is_silence() && matches!(line.typed(), Typed::Words(_));
        if is_refused && ended.is_none() && !mine.iter().any(|it| it.starts_with("You ")) {
            // The game did not take the line, such as when the character is elsewhere.
            return Err(PlayError::NotTaken { says: typing, why: mine.join(" ") });
        }
        let company = Company {
            me: &name,
            speaker: who,
            players: &self.scene.players,
            characters: &self.characters,
        };
        let failed = self.checker.check(line, &answer, company);
        Ok(PlayedLine {
            line,
            who: who.to_owned(),
            answer,
            questions: self.brains.sums,
            took: ended.map_or(Duration::ZERO, |it| it.since(typed)),
            failed,
        })
    }

    /// Lets time pass until the thought about a line is over. Returns its end; none if there was none.
    fn wait_for_answer(
        &mut self,
        who: &CharacterId,
        typed: WorldTime,
    ) -> Result<Option<WorldTime>, BareError> {
        loop {
            let state =
                Thoughts::since(self.game.world(), &self.scene.character, who, typed).state();
            let waited = self.game.now().since(typed);
            match state {
                ThoughtState::Over(end) => return Ok(Some(end)),
                ThoughtState::Open if waited < PATIENCE => {}
                ThoughtState::None if waited < UNHEEDED => {}
                ThoughtState::Open => return Ok(Some(self.game.now())),
                ThoughtState::None => return Ok(None),
            }
            self.game.wait(STEP, &mut self.brains)?;
        }
    }
}
