//! Thesaurus of English words: near synonyms and words of the same topic.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::tokens::Language;

/// Weight of a near synonym.
const CLOSE: f32 = 0.4;
/// Weight of a word of the same topic.
const LOOSE: f32 = 0.3;

/// Returns the terms related to an English term, with their weights.
pub(super) fn related(term: &str) -> &'static [(String, f32)] {
    RELATED.get(term).map_or(&[], Vec::as_slice)
}

/// Returns whether two English terms are near synonyms or belong to the same topic.
#[must_use]
pub fn is_related(term: &str, other: &str) -> bool {
    related(term).iter().any(|(it, _)| it == other)
}

static RELATED: LazyLock<BTreeMap<String, Vec<(String, f32)>>> = LazyLock::new(|| {
    let mut found: BTreeMap<String, BTreeMap<String, f32>> = BTreeMap::new();
    for (groups, weight) in [(LOOSE_GROUPS, LOOSE), (CLOSE_GROUPS, CLOSE)] {
        for line in groups.lines() {
            let english = Language::default();
            let terms: BTreeSet<String> = line
                .split_whitespace()
                .filter_map(|it| english.term(it).map(std::borrow::Cow::into_owned))
                .collect();
            for term in &terms {
                let others = terms.iter().filter(|it| *it != term);
                found
                    .entry(term.clone())
                    .or_default()
                    .extend(others.map(|it| (it.clone(), weight)));
            }
        }
    }
    found.into_iter().map(|(term, others)| (term, others.into_iter().collect())).collect()
});

const CLOSE_GROUPS: &str = "\
    job work occupation profession employment
    career profession vocation
    boss manager employer
    colleague coworker workmate
    buy purchase acquire
    sell trade
    begin start commence
    finish complete end
    stop quit
    big large huge
    small little tiny
    happy glad joyful cheerful
    sad unhappy upset
    angry furious mad annoyed
    afraid scared frightened terrified fear
    worry anxious concern nervous stress
    tired exhausted weary
    ill sick unwell
    hurt injure injury wound
    cure heal recover recovery
    gift present
    child son daughter
    parent mother father
    sibling brother sister
    husband wife spouse partner
    marry wedding marriage bride groom
    girlfriend boyfriend partner
    friend buddy pal mate
    baby infant newborn
    house home apartment flat
    road street path
    town city village
    country nation homeland
    forest wood woods
    sea ocean
    lake pond
    river stream creek
    hill mountain
    trip travel journey voyage
    vacation holiday
    visit stay
    hike trek
    car vehicle truck van
    ship boat vessel
    film movie
    book novel
    story tale
    author writer
    read book
    music song tune melody
    sing song singer
    band group
    concert gig
    instrument guitar violin piano drum flute fiddle
    paint draw sketch artwork
    painting picture drawing portrait
    photo picture image
    art artist artwork
    pottery ceramic clay
    dance dancer ballet
    sew stitch knit
    cook bake prepare
    dish meal recipe food
    meal dinner supper lunch breakfast
    dessert cake pie sweet
    drink beverage
    beer ale
    dog puppy hound
    cat kitten
    pet animal dog cat
    horse pony mare
    bird magpie crow
    garden yard
    plant flower grow
    exercise workout gym
    run jog race
    game match
    team squad club
    win victory prize award
    award medal trophy
    lose loss
    lose miss
    contest competition tournament
    goal aim ambition
    plan intend intention
    hope wish dream
    want desire
    like enjoy love
    favorite prefer preference
    hobby pastime
    interest passion
    hate dislike
    help assist aid support
    volunteer charity
    donate donation give
    teach instruct teacher
    learn study
    student pupil
    school college university education
    class course lesson workshop
    degree diploma graduate
    doctor physician
    counselor therapist therapy counseling
    illness disease sickness
    pain ache
    money coin cash fund
    price cost
    poor broke
    rich wealthy
    loan debt owe borrow
    save rescue
    talk chat discuss conversation
    tell mention say
    ask request
    answer reply respond
    letter note message
    explain describe
    name call
    argue quarrel fight argument
    agree accept
    refuse decline reject
    promise swear vow
    secret hidden
    steal rob theft thief
    thief robber burglar
    guard watchman soldier
    find discover
    lose misplace
    search seek look
    repair fix mend
    break damage
    destroy ruin wreck
    build construct make
    create make craft
    move relocate
    leave depart
    arrive reach come
    return back
    meet encounter
    invite invitation
    party celebration celebrate feast
    festival fair celebration
    birthday anniversary
    birth born
    die death dead
    funeral bury grave
    grow raise
    change transition transform
    decide decision choose choice
    idea thought
    believe faith belief
    church religion religious temple
    kind gentle
    brave courage
    clever smart intelligent wise
    beautiful pretty lovely
    strange odd weird
    funny joke laugh
    quiet silent
    loud noise noisy
    fast quick
    old ancient
    new recent
    young youth
    shop store
    business company firm
    open launch
    room chamber
    bed sleep
    clothes dress outfit clothing
    coat jacket cloak
    shoe boot
    hat cap
    ring necklace bracelet jewelry
    cup mug bowl
    storm thunder lightning
    rain wet
    snow ice
    fire burn flame
    key lock
    tool hammer
    computer laptop
    phone call
    internet online website
    accident crash
    adopt adoption
    origin hometown homeland
    relationship couple date
    divorce separate breakup
    fail failure
    success succeed achieve achievement
    problem trouble difficulty challenge
    advice recommend suggest suggestion
    inspire motivate inspiration motivation
    proud pride
    thank grateful
    allergy allergic
    nature outdoors
    camp camping tent
    beach shore coast
    island isle
    kitchen stove
    train practice
    speech talk present
    roof attic
    cellar basement";

const LOOSE_GROUPS: &str = "\
    family mother father child brother sister husband wife
    job shop office business
    school class teacher student
    food eat cook dish
    health ill doctor hospital
    travel train plane road
    music play instrument concert band
    art museum gallery exhibition paint
    sport football basketball soccer tennis team
    sea ship sail sailor fish
    garden plant tree flower vegetable
    animal farm sheep cow
    money pay buy cost
    weather rain snow storm sun
    house room roof door
    movie watch series show
    book read library
    wedding bride ring
    church pray god
    beach swim sea sand
    mountain climb hike
    camp hike outdoors fire
    game play video console
    war soldier army battle
    mail post letter
    craft knit sew pottery
    knit wool yarn
    spoon fork knife
    law court judge lawyer
    pet vet walk
    bake bread flour oven
    drink tea coffee wine
    exercise yoga swim run
    relax stress calm
    child playground toy
    dance music stage
    car drive road
    night sleep dream
    community pride event group
    identity gender accept
    write poem journal blog
    country flag abroad
    live move home
    activity hobby class";
