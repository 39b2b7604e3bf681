//! Tests of the reader and the writer, through the public interface.

#[cfg(test)]
mod contents;
#[cfg(test)]
mod problems;
#[cfg(test)]
mod robust;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod shown;
