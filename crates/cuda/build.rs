//! Compiles the kernels for the CPU where the feature `emulate` asks for it and there is a C++ compiler: the cfg `emulator` then says so.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(emulator)");
    #[cfg(feature = "emulate")]
    emulate();
}

#[cfg(feature = "emulate")]
fn emulate() {
    // Every header is known by its mere name, wherever it is.
    let folders = [
        "kernels",
        "src/arrays",
        "src/engine",
        "src/cone",
        "src/preparation",
        "src/search",
        "src/statistical",
    ];
    for folder in folders {
        println!("cargo::rerun-if-changed={folder}");
    }
    let compiled = cc::Build::new()
        .cpp(true)
        .includes(folders)
        .file("kernels/emulate.cpp")
        .std("c++17")
        .opt_level(2)
        .flag("-ffp-contract=off")
        // The emulator jumps from stack to stack, which a fortified longjmp takes for an error.
        .flag("-U_FORTIFY_SOURCE")
        .flag_if_supported("-fstack-protector-strong")
        .flag_if_supported("-ftls-model=initial-exec")
        .try_compile("zeroslack_kernels");
    match compiled {
        Ok(()) => println!("cargo::rustc-cfg=emulator"),
        Err(error) => println!("cargo::warning=no emulator of the GPU, its tests will be skipped: {error}"),
    }
}
