//! Large blocks as mappings of their own.

#![expect(unsafe_code, reason = "an allocator hands out addresses")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::{self, NonNull};

/// Bytes of a huge page.
const PAGE: usize = 2 << 20;

/// Bytes from which on a block is in huge pages. The system allocator keeps what is smaller when it is given back, with its pages, for the next who
/// asks: to map such a block anew each time would be slower. 32 MiB is the most that glibc keeps so.
pub const LARGE: usize = 16 * PAGE;

/// Asks for huge pages for blocks of [`LARGE`] bytes and more.
#[derive(Clone, Copy, Debug, Default)]
pub struct HugePages;

/// Whether a block is a mapping of its own.
fn is_mapped(layout: Layout) -> bool {
    layout.size() >= LARGE && layout.align() <= PAGE
}

/// Maps so many bytes from the start of a huge page on, all 0. None if there is no room for them.
fn map(bytes: usize) -> Option<NonNull<u8>> {
    let room = bytes.checked_add(PAGE)?;
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping touches no other.
    let start = unsafe { libc::mmap(ptr::null_mut(), room, access, kind, -1, 0) };
    if start == libc::MAP_FAILED {
        return None;
    }
    let before = start.cast::<u8>().align_offset(PAGE);
    let block = start.cast::<u8>().wrapping_add(before);
    // SAFETY: what is given back lies in the new mapping, before and after the block; what is advised is the block. All of them start and end with pages, as
    // the kernel rounds lengths up. A kernel without huge pages refuses the advice, and that is all.
    unsafe {
        unmap(start.cast(), before);
        let end = bytes.next_multiple_of(page());
        unmap(block.wrapping_add(end), room.next_multiple_of(page()) - before - end);
        libc::madvise(block.cast(), bytes, libc::MADV_HUGEPAGE);
    }
    NonNull::new(block)
}

/// Bytes of an ordinary page.
fn page() -> usize {
    // SAFETY: asks for a constant.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(bytes).unwrap_or(4096)
}

/// Gives pages back.
///
/// # Safety
/// Nobody uses them any more.
unsafe fn unmap(start: *mut u8, bytes: usize) {
    if bytes > 0 {
        // SAFETY: by the caller.
        unsafe { libc::munmap(start.cast(), bytes) };
    }
}

// SAFETY: a block is either the system allocator's or a mapping of its own, of as many bytes as its layout says. Which one only depends on its layout,
// which whoever gives it back has to know.
unsafe impl GlobalAlloc for HugePages {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_mapped(layout) {
            return map(layout.size()).map_or(ptr::null_mut(), NonNull::as_ptr);
        }
        // SAFETY: by the caller.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_mapped(layout) {
            return map(layout.size()).map_or(ptr::null_mut(), NonNull::as_ptr);
        }
        // SAFETY: by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: by the caller, who gives the block back.
        unsafe {
            if is_mapped(layout) {
                unmap(block, layout.size());
            } else {
                System.dealloc(block, layout);
            }
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller says that the new size is right for the alignment.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: by the caller.
        unsafe {
            match (is_mapped(layout), is_mapped(wanted)) {
                (false, false) => System.realloc(block, layout, size),
                (true, true) => resize(block, layout.size(), size),
                _ => self.move_to(block, layout, wanted),
            }
        }
    }
}

impl HugePages {
    /// Moves a block to a new one; null, and the old one stays, if there is no room.
    ///
    /// # Safety
    /// As that of `realloc`.
    #[cold]
    unsafe fn move_to(&self, block: *mut u8, layout: Layout, wanted: Layout) -> *mut u8 {
        // SAFETY: both blocks have as many bytes as are copied, and the old one is given back once.
        unsafe {
            let new = self.alloc(wanted);
            if !new.is_null() {
                ptr::copy_nonoverlapping(block, new, layout.size().min(wanted.size()));
                self.dealloc(block, layout);
            }
            new
        }
    }
}

/// Gives a mapping another size: where it is if there is room, otherwise its pages move, and nothing is copied.
///
/// # Safety
/// The block is a mapping of `bytes` bytes that the caller has.
unsafe fn resize(block: *mut u8, bytes: usize, wanted: usize) -> *mut u8 {
    // SAFETY: the mapping is the caller's. Where it moves, it replaces one that was made for this.
    unsafe {
        if libc::mremap(block.cast(), bytes, wanted, 0) != libc::MAP_FAILED {
            return block;
        }
        let Some(place) = map(wanted) else { return ptr::null_mut() };
        let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
        let moved = libc::mremap(block.cast(), bytes, wanted, flags, place.as_ptr());
        if moved == libc::MAP_FAILED {
            unmap(place.as_ptr(), wanted);
            return ptr::null_mut();
        }
        moved.cast()
    }
}

#[cfg(test)]
mod tests {
    use zeroslack_testing::Noise;

    use super::*;

    /// A block, and what should be in its first and last bytes.
    struct Held {
        block: *mut u8,
        layout: Layout,
        mark: u8,
    }

    impl Held {
        fn new(layout: Layout, mark: u8, is_zeroed: bool) -> Self {
            // SAFETY: no size is 0.
            let block =
                unsafe { if is_zeroed { HugePages.alloc_zeroed(layout) } else { HugePages.alloc(layout) } };
            assert!(!block.is_null() && block.align_offset(layout.align()) == 0);
            let mut held = Self { block, layout, mark };
            if is_zeroed {
                assert!(held.bytes().iter().all(|&byte| byte == 0));
            }
            held.fill();
            held
        }

        fn bytes(&mut self) -> &mut [u8] {
            // SAFETY: the block is there until it is dropped.
            unsafe { std::slice::from_raw_parts_mut(self.block, self.layout.size()) }
        }

        fn fill(&mut self) {
            let mark = self.mark;
            self.bytes().fill(mark);
        }

        fn resize(&mut self, size: usize) {
            // SAFETY: the block is given back for the new one, and the size is not 0.
            let block = unsafe { HugePages.realloc(self.block, self.layout, size) };
            assert!(!block.is_null() && block.align_offset(self.layout.align()) == 0);
            let kept = self.layout.size().min(size);
            self.block = block;
            self.layout = Layout::from_size_align(size, self.layout.align()).expect("a layout");
            let mark = self.mark;
            assert!(self.bytes()[..kept].iter().all(|&byte| byte == mark));
            self.fill();
        }
    }

    impl Drop for Held {
        fn drop(&mut self) {
            let mark = self.mark;
            assert!(self.bytes().iter().all(|&byte| byte == mark));
            // SAFETY: the block is given back once.
            unsafe { HugePages.dealloc(self.block, self.layout) };
        }
    }

    #[test]
    fn blocks_keep_what_is_in_them() {
        let mut noise = Noise(1);
        let mut held: Vec<Held> = Vec::new();
        for round in 0..100 {
            let size = match noise.below(4) {
                0 => 1 + noise.below(100) as usize,
                1 => LARGE - 3 + noise.below(6) as usize,
                _ => 1 + noise.below(3 * LARGE as u64) as usize,
            };
            match noise.below(5) {
                0 | 1 => {
                    let align = 1 << noise.below(24);
                    let layout = Layout::from_size_align(size, align).expect("a layout");
                    held.push(Held::new(layout, round as u8, noise.below(2) == 0));
                }
                2 if held.len() > 6 => {
                    held.swap_remove(noise.below(held.len() as u64) as usize);
                }
                _ if !held.is_empty() => {
                    let which = noise.below(held.len() as u64) as usize;
                    held[which].resize(size);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn no_room_is_no_block() {
        let huge = Layout::from_size_align(isize::MAX as usize - PAGE, 1).expect("a layout");
        // SAFETY: what comes back is only looked at.
        assert!(unsafe { HugePages.alloc(huge) }.is_null());
        let held = Held::new(Layout::from_size_align(LARGE, 8).expect("a layout"), 7, false);
        // SAFETY: the block stays where it is, as there is no room for the new one.
        assert!(unsafe { HugePages.realloc(held.block, held.layout, huge.size()) }.is_null());
    }
}
