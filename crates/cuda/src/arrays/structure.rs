//! Structures that kernels and host have in common, each made of one list of fields.

use crate::arrays::pointer::Pointer;

/// What a list may name as the type of a field: a number, a structure, a pointer as Rust writes it, or two of one of them.
pub(crate) trait Field {
    /// The type of the field in Rust.
    type Held;

    /// The declaration of the field in C++.
    #[cfg(test)]
    fn declare(name: &str) -> String;
}

macro_rules! numbers {
    ($($number:ty = $name:literal,)*) => {
        $(
            impl Field for $number {
                type Held = Self;

                #[cfg(test)]
                fn declare(name: &str) -> String {
                    format!("{} {name}", $name)
                }
            }
        )*
    };
}

numbers! { u32 = "u32", u64 = "u64", i64 = "i64", f32 = "float", f64 = "double", }

impl<T: Field> Field for *mut T {
    type Held = Pointer<T>;

    #[cfg(test)]
    fn declare(name: &str) -> String {
        T::declare(&format!("*{name}"))
    }
}

impl<T: Field> Field for *const T {
    type Held = Pointer<T>;

    #[cfg(test)]
    fn declare(name: &str) -> String {
        format!("const {}", <*mut T>::declare(name))
    }
}

impl<T: Field> Field for [T; 2] {
    type Held = [T::Held; 2];

    #[cfg(test)]
    fn declare(name: &str) -> String {
        T::declare(&format!("{name}[2]"))
    }
}

/// What can be read from the words of 4 bytes that it has on a device, of which the low one comes first.
pub(crate) trait Words {
    fn of_words(words: &[u32]) -> Self;
}

impl Words for u32 {
    fn of_words(words: &[u32]) -> Self {
        words[0]
    }
}

impl Words for u64 {
    fn of_words(words: &[u32]) -> Self {
        Self::from(words[1]) << 32 | Self::from(words[0])
    }
}

impl Words for f64 {
    fn of_words(words: &[u32]) -> Self {
        Self::from_bits(u64::of_words(words))
    }
}

impl Words for i64 {
    fn of_words(words: &[u32]) -> Self {
        u64::of_words(words) as Self
    }
}

/// Reads a structure of numbers from its words, field by field, where `of_words` is asked for.
macro_rules! of_words {
    (() $($rest:tt)*) => {};
    ((of_words) $name:ident: $($field:ident)*) => {
        impl $crate::arrays::structure::Words for $name {
            fn of_words(words: &[u32]) -> Self {
                Self {
                    $($field: $crate::arrays::structure::Words::of_words(&words[std::mem::offset_of!(Self, $field) / 4..]),)*
                }
            }
        }
    };
}

/// Makes structures of lists of fields: in Rust, and for `arrays.h` their text in C++. A `///` comment is its field's in both, `@ "..."` goes
/// before the field and those that follow, in C++ only. `of_words` after the name says that the host reads it.
macro_rules! structures {
    ($(
        $(#[doc = $doc:literal])*
        $vis:vis struct $name:ident $(align($align:tt))? $(: $mark:ident)? {
            $($(@ $part:literal)? $(#[doc = $note:literal])* $field:ident: $type:ty,)*
        }
    )*) => {
        $(
            $(#[doc = $doc])*
            #[repr(C $(, align($align))?)]
            #[derive(Clone, Copy, Debug, Default)]
            $vis struct $name {
                $($(#[doc = $note])* pub(crate) $field: <$type as $crate::arrays::structure::Field>::Held,)*
            }

            impl $crate::arrays::structure::Field for $name {
                type Held = Self;

                #[cfg(test)]
                fn declare(name: &str) -> String {
                    format!("{} {name}", stringify!($name))
                }
            }

            $crate::arrays::structure::of_words! { ($($mark)?) $name: $($field)* }
        )*

        /// The text of these structures in C++.
        #[cfg(test)]
        pub(crate) fn texts() -> Vec<String> {
            vec![$({
                let mut text = String::new();
                $(text += &format!("//{}\n", $doc);)*
                text += concat!("struct " $(, "ALIGNED(", stringify!($align), ") ")?, stringify!($name), " {\n");
                $(
                    $(text += &format!("    // {}\n", $part);)?
                    let declared = <$type as $crate::arrays::structure::Field>::declare(stringify!($field));
                    let notes: &[&str] = &[$($note),*];
                    let note = notes.iter().map(|note| format!(" //{note}")).collect::<String>();
                    text += &format!("    {declared};{note}\n");
                )*
                text + &format!("}};\nstatic_assert(sizeof({0}) == {1}, \"{0}\");\n", stringify!($name), size_of::<$name>())
            }),*]
        }
    };
}

pub(crate) use {of_words, structures};
