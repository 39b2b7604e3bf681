//! Reports of paths on designs of our own.

mod own;
