//! The tests of the library from outside, one binary: an independent referee, data made by other programs, the rules clause by
//! clause, and the shape of the source tree.

mod accuracy;
mod architecture;
mod arena;
mod book;
mod census;
mod cli;
mod forced;
mod histories;
mod library;
mod naive;
mod parsers;
mod proofs;
mod prove;
mod readme;
mod referee;
#[cfg(unix)]
mod release;
mod review;
mod rules;
mod solver;
mod together;
mod uci;
mod vectors;
