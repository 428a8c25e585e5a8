#!/usr/bin/env python3
"""Add two vectors with a custom kernel, its grid of groups, and a size that is not a multiple of the group size.

The kernel is written in the portable dialect, which is C with the macros of kernels/prelude.h.  The same source runs
through CUDA and OpenCL.  Without a GPU, PoCL runs it on the CPU.
"""
import gpulinalg as gla

SOURCE = """
/* One element for each thread.  The grid is rounded up, so the last group may have threads without an element. */
KERNEL vector_add(const GLOBAL float32 *a, const GLOBAL float32 *b, GLOBAL float32 *c, int64 n)
{
    int64 i = GLOBAL_ID;
    if (i < n)
        c[i] = a[i] + b[i];
}

/* A grid of any size does for any n: each item takes every GLOBAL_SIZE-th element. */
KERNEL vector_add_in_steps(const GLOBAL float32 *a, const GLOBAL float32 *b, GLOBAL float32 *c, int64 n)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE)
        c[i] = a[i] + b[i];
}
"""

# By default, compile for the current device, or for the first device that runs kernels if the current one does not.
module = gla.Module(SOURCE)
vector_add = module.kernel("vector_add")
print("# on %s: %s" % (module.device, gla.device_info(module.device)["description"]))
print("parameters:", vector_add.info()["parameters"])

n = 1000003  # a prime
a = gla.arange(n, dtype="float32", device=module.device)
b = 2 * a
c = gla.zeros(n, dtype="float32", device=module.device)

block = 256                         # work-items in a group
grid = (n + block - 1) // block     # groups
vector_add([a, b, c, n], grid, block)
print("%d groups of %d for %d elements: c = 3 a is %s" % (grid, block, n, "true" if gla.all(c == 3 * a) else "false"))

c[...] = 0
module.kernel("vector_add_in_steps")([a, b, c, n], 64, block)
print("64 groups of %d in steps: c = 3 a is %s" % (block, "true" if gla.all(c == 3 * a) else "false"))

# Arguments are checked against the kernel's parameters before the launch.
for arguments in ([a, b, c], [a, [1, 2], c, n], [a, b, 0, n]):
    try:
        vector_add(arguments, grid, block)
    except gla.Error as error:
        print("%s: %s" % (type(error).__name__, error))
