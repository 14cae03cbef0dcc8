//! The end-to-end suite.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod actions;
#[cfg(test)]
mod architecture;
#[cfg(test)]
mod arriving;
#[cfg(test)]
mod attacks;
#[cfg(test)]
mod clients;
mod company;
#[cfg(test)]
mod concept;
mod corpus;
#[cfg(test)]
mod cost;
#[cfg(test)]
mod day;
#[cfg(test)]
mod delegation;
#[cfg(test)]
mod disk;
#[cfg(test)]
mod fallback;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod habits;
#[cfg(test)]
mod lasting;
#[cfg(test)]
mod learning;
#[cfg(test)]
mod links;
#[cfg(test)]
mod memory;
#[cfg(test)]
mod migration;
#[cfg(test)]
mod mistakes;
#[cfg(test)]
mod model_play;
#[cfg(test)]
mod models;
#[cfg(test)]
mod moderation;
#[cfg(test)]
mod night_cost;
#[cfg(test)]
mod nights;
#[cfg(test)]
mod nouns;
mod origin;
#[cfg(test)]
mod own_accord;
#[cfg(test)]
mod parking;
mod private_nights;
mod protocols;
#[cfg(test)]
mod record;
mod replay;
mod requests;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod served;
mod slow;
#[cfg(test)]
mod tls;
#[cfg(test)]
mod town_day;
#[cfg(test)]
mod town_quiz;
#[cfg(test)]
mod town_talk;
#[cfg(test)]
mod turns;
#[cfg(test)]
mod visits;
#[cfg(test)]
mod warm_up;
#[cfg(test)]
mod web;
