//! Commands, as scripts call them: each check is a script and what it prints, warns of and gives.

mod complete;
mod corners;
mod docs;
mod errors;
mod files;
mod flows;
mod options;
mod redirects;
mod scripts;
mod units;
pub mod world;
