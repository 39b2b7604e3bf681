//! A kernel as a GPU's driver has it.

use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::Arc;

use cudarc::driver::result::{module, occupancy};
use cudarc::driver::sys::{
    self, CUfunction, CUlaunchAttribute, CUlaunchAttributeID, CUlaunchAttributeValue, CUlaunchConfig,
    CUmodule,
};
use cudarc::driver::{CudaContext, CudaStream};

use crate::error::{CudaError, Trying};

/// How a launch follows the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begin {
    /// After it.
    After,
    /// After it; all blocks run at once.
    Together,
    /// While it is still at work, up to where the kernel waits for it.
    Early,
}

/// A kernel in a module of its own.
#[derive(Debug)]
pub(super) struct Function {
    context: Arc<CudaContext>,
    module: CUmodule,
    function: CUfunction,
}

#[expect(unsafe_code, reason = "the driver does not care which thread uses a function")]
// SAFETY: the handles are numbers that the driver gave out; all of its functions that take them may be called by any thread.
unsafe impl Send for Function {}

#[expect(unsafe_code, reason = "the same")]
// SAFETY: the same; nothing behind the handles changes before they are dropped.
unsafe impl Sync for Function {}

impl Function {
    /// Compiles the text of a kernel, which has that name.
    #[expect(unsafe_code, reason = "the driver reads the text, and gives out handles")]
    pub(super) fn load(context: &Arc<CudaContext>, text: String, name: &str) -> Result<Self, CudaError> {
        let [text, name] = [text, name.to_owned()]
            .map(|text| CString::new(text).expect("kernels have no zeros in their text"));
        context.bind_to_thread().trying_to("be made current")?;
        // SAFETY: a text that ends with a zero and is there until the call returns.
        let module = unsafe { module::load_data(text.as_ptr().cast()) }.trying_to("load a kernel")?;
        // SAFETY: the module was loaded just now.
        let function = unsafe { module::get_function(module, name) };
        let function = function.trying_to("find a kernel").inspect_err(|_| unload(module))?;
        Ok(Self { context: context.clone(), module, function })
    }

    /// Lets as many blocks run at once as shared memory has room for, at the cost of the cache beside it.
    #[expect(unsafe_code, reason = "tells the driver")]
    pub(super) fn prefer_shared_memory(&self) -> Result<(), CudaError> {
        let carveout = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
        self.context.bind_to_thread().trying_to("be made current")?;
        // SAFETY: the function is loaded; the value is a share in percent.
        let set = unsafe { sys::cuFuncSetAttribute(self.function, carveout, 100) };
        set.result().trying_to("divide its shared memory")
    }

    /// How many blocks of so many threads a multiprocessor runs at once.
    #[expect(unsafe_code, reason = "asks the driver")]
    pub(super) fn blocks_at_once(&self, threads: u32) -> Result<u32, CudaError> {
        self.context.bind_to_thread().trying_to("be made current")?;
        // SAFETY: the function is loaded.
        let blocks =
            unsafe { occupancy::max_active_block_per_multiprocessor(self.function, threads as i32, 0) };
        Ok(blocks.trying_to("tell how many blocks run at once")? as u32)
    }

    /// Starts so many blocks of so many threads.
    ///
    /// # Safety
    /// `arguments` are the kernel's, each as large as it takes them, and what the kernel does with them is sound. If it begins early it waits for the
    /// launch before it where it has to.
    #[expect(unsafe_code, reason = "the one call that starts kernels")]
    pub(super) unsafe fn start(
        &self,
        stream: &CudaStream,
        (blocks, threads): (u32, u32),
        begin: Begin,
        arguments: &mut [*mut c_void],
    ) -> Result<(), CudaError> {
        self.context.bind_to_thread().trying_to("be made current")?;
        let mut attribute = match begin {
            Begin::After => None,
            Begin::Together => Some(cooperative()),
            Begin::Early => Some(early()),
        };
        let config = CUlaunchConfig {
            gridDimX: blocks,
            gridDimY: 1,
            gridDimZ: 1,
            blockDimX: threads,
            blockDimY: 1,
            blockDimZ: 1,
            sharedMemBytes: 0,
            hStream: stream.cu_stream(),
            attrs: attribute.as_mut().map_or(ptr::null_mut(), ptr::from_mut),
            numAttrs: attribute.is_some().into(),
        };
        // SAFETY: the caller's; the configuration and its attribute are there until the call returns.
        let started =
            unsafe { sys::cuLaunchKernelEx(&config, self.function, arguments.as_mut_ptr(), ptr::null_mut()) };
        started.result().trying_to("start a kernel")
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        // Without its context the module is gone already.
        if self.context.bind_to_thread().is_ok() {
            unload(self.module);
        }
    }
}

#[expect(unsafe_code, reason = "gives a handle back")]
fn unload(module: CUmodule) {
    // SAFETY: who calls this has loaded the module, and does not use it again. If the driver cannot, the context's end does.
    let _ = unsafe { module::unload(module) };
}

fn attribute(id: CUlaunchAttributeID, value: CUlaunchAttributeValue) -> CUlaunchAttribute {
    CUlaunchAttribute { id, pad: [0; 4], value }
}

fn cooperative() -> CUlaunchAttribute {
    attribute(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE, CUlaunchAttributeValue { cooperative: 1 })
}

fn early() -> CUlaunchAttribute {
    attribute(
        CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
        CUlaunchAttributeValue { programmaticStreamSerializationAllowed: 1 },
    )
}
