// What libstdc++.a of newer systems takes from the C library, and glibc 2.28 does not have. Linked into the GPU plugin that
// is published.

// glibc 2.32: nonzero where the process has one thread, which lets reference counts do without atomic instructions.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;
