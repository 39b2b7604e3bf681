//! Typed u32 ids.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the `index`-th.
            #[inline]
            pub fn new(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                Self(index as u32)
            }

            /// As an index into the arrays of its kind.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A cell of the flat design (an instance of a library cell).
    CellId
}
id! {
    /// A pin of a cell, or a port of the design. Ports come first, then the pins of cell after cell.
    PinId
}
id! {
    /// A net of the flat design.
    NetId
}
id! {
    /// A library cell as the design sees it: its early and late descriptions under one name.
    MasterId
}

id! {
    /// An instance of a module: a node of the hierarchy that the flat design came from. The top is the first.
    InstanceId
}
id! {
    /// A pin of an instance of a module, one bit. Those of the top are its ports.
    HierarchicalPinId
}

impl InstanceId {
    /// The top module.
    pub const TOP: Self = Self(0);
}

/// Marks an absent id in an array of ids.
pub(crate) const NONE: u32 = u32::MAX;
