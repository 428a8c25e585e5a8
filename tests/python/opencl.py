# tags: slow
"""OpenCL-specific behaviour: modules of all kinds, parameters that begin inside a buffer, and features that devices may lack.

GPULINALG_OPENCL_WITHOUT makes a device hide features, so that the code for simpler devices can be tested on any device."""
import ctypes
import os
import subprocess
import sys
import tempfile
import threading
import time
import warnings

os.environ["OCL_ICD_VENDORS"] = os.environ.get("OPENCL_VENDORS", "/etc/OpenCL/vendors")

import gpulinalg as gl  # noqa: E402
from tap import ok, raises, same, skip  # noqa: E402

D = "opencl:0"


def close(got, expected, name, tolerance=1e-5):
    def flat(x):
        return [z for y in x for z in flat(y)] if isinstance(x, list) else [x]
    g, e = flat(got.tolist()), flat(expected.tolist())
    size = max([abs(v) for v in e if v == v and abs(v) != float("inf")] + [1e-30])
    same_shape = tuple(got.shape) == tuple(expected.shape)
    ok(same_shape and all(a == b or (a != a and b != b) or abs(a - b) <= tolerance * size for a, b in zip(g, e)), name)


def array(values, dtype, device=D):
    return gl.asarray(values, dtype=dtype, device=device, copy=True)


def raw_sources():
    module = gl.new_module("""
__kernel void reverse(__global float *x, int n, __local float *room)
{
    int i = get_local_id(0);
    room[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = room[n - 1 - i];
}
kernel void combine(global const float *restrict a, constant float *b, global float *c)
{
    int i = get_global_id(0); // pointers (of all spaces) begin where arrays do
    c[i] = a[i] + 10 * b[i];
}
""", language="opencl", device=D)
    x = array([1, 2, 3, 4, 5, 6], "float32")
    gl.kernel_launch(gl.module_kernel(module, "reverse"), [x, 6], 1, 6, local_bytes=24)
    same(x.tolist(), [6.0, 5.0, 4.0, 3.0, 2.0, 1.0], "raw OpenCL C with local memory of the launch's size")
    y = gl.zeros([6], dtype="float32", device=D)
    gl.kernel_launch(gl.module_kernel(module, "combine"), [x[1:4], x[3:6], y[2:5]], 1, 3)
    same(y.tolist(), [0.0, 0.0, 35.0, 24.0, 13.0, 0.0], "pointers into the middle of arrays")
    made = gl.new_module("#define MAKE(name, op) kernel void name(global float *x) { x[get_global_id(0)] op 2; }\n"
                         "MAKE(twice, *=)\n", language="opencl", device=D)
    raises(gl.ArgumentError, lambda: gl.module_kernel(made, "twice"), "parameters behind a macro are asked for", "signature")
    twice = gl.module_kernel(made, "twice", "float32 *x")
    gl.kernel_launch(twice, [x], 1, 6)
    same(x.tolist(), [12.0, 10.0, 8.0, 6.0, 4.0, 2.0], "a kernel that a macro makes")
    try:  # some drivers support parts of buffers at any offset
        gl.kernel_launch(twice, [x[1:]], 1, 5)
    except gl.NotSupportedError as error:
        ok("copy" in str(error), "it takes whole buffers")
    else:
        same(x.tolist(), [12.0, 20.0, 16.0, 12.0, 8.0, 4.0], "it takes parts of buffers")
    raises(gl.ArgumentError, lambda: gl.kernel_launch(twice, [x], 1, 1 << 20), "a group that is too large", "threads")


def linked_sources():
    use = "EXTERNAL float32 half(float32 x);\n#include \"shift.h\"\nKERNEL f(GLOBAL float32 *x)\n{\n    x[GLOBAL_ID] = " \
          "HALF(x[GLOBAL_ID]) + SHIFT;\n}\n"
    options = ["-DSHIFT=1", "-DHALF=half_of"]
    headers = {"shift.h": "EXTERNAL float32 half_of(float32 x);\n"}
    use = use.replace("EXTERNAL float32 half(float32 x);\n", "")
    module = gl.new_module([use, "EXTERNAL float32 half_of(float32 x) { return x / 2; }"], options=options, headers=headers,
                           device=D)
    x = array([2, 4], "float32")
    gl.kernel_launch(gl.module_kernel(module, "f"), [x], 1, 2)
    same(x.tolist(), [2.0, 3.0], "two sources, a header, options")
    other = "EXTERNAL int32 g(int32 x) { return x; }"
    raises(gl.CompileError, lambda: gl.new_module([use, other], options=options, headers=headers, device=D),
           "a function that no source has", "CL_LINK_PROGRAM_FAILURE")
    wrong = {"shift.h": "\n\nDEVICE int32 g(void) { return nothing; }\n"}
    raises(gl.CompileError, lambda: gl.new_module(use, options=options, headers=wrong, device=D),
           "an error in a header, named as the user does", "shift.h:3:")
    large = "KERNEL f(GLOBAL float32 *x) { LOCAL float32 t[1 << 24]; t[LOCAL_ID] = 1; BARRIER(); x[0] = t[0]; }"
    raises(gl.CompileError, lambda: gl.new_kernel(large, "f", device=D), "too much local memory")  # some compilers refuse it
    sized = gl.new_kernel("__attribute__((reqd_work_group_size(4, 1, 1))) KERNEL f(GLOBAL float32 *x) { x[0] = 1; }", "f",
                          device=D)
    raises(gl.ArgumentError, lambda: gl.kernel_launch(sized, [x], 1, 1), "another size of group", "groups of 4 x 1 x 1")
    contracted = "KERNEL f(GLOBAL float32 *x, float32 a) { x[0] = a * a - x[0]; }"
    for name, options in ("--fmad=false", ["--fmad=false"]), ("a version of the language", ["-cl-std=CL1.2"]):
        k = gl.new_kernel(contracted, "f", options=options, device=D)
        x = array([9], "float32")
        gl.kernel_launch(k, [x, 3.0], 1, 1)
        same(x.tolist(), [0.0], "the option " + name)


def errors():
    broken = "KERNEL broken(GLOBAL float64 *x)\n{\n    x[0] = nothing;\n}\n"
    raises(gl.CompileError, lambda: gl.new_module(broken, device=D), "lines are those of the user", "source:3:")
    raises(gl.CompileError, lambda: gl.new_module(["KERNEL f(void) {}", "\n\n" + broken], device=D), "of the source meant",
           "source 2:5:")
    raises(gl.CompileError, lambda: gl.new_module("KERNEL f(void) {}", options=["--bogus"], device=D), "an option that is none",
           "bogus")
    cuda = 'extern "C" __global__ void f(float *x) { x[threadIdx.x] = 1; }'
    raises(gl.NotSupportedError, lambda: gl.new_module(cuda, language="cuda", device=D), "CUDA C", "portable")
    raises(gl.CompileError, lambda: gl.new_module(cuda, device=D), "CUDA C for the dialect", "looks like CUDA C")
    if "NVIDIA" not in gl.device_info(D)["platform"]:  # its binaries for OpenCL are PTX
        raises(gl.CompileError, lambda: gl.load_module(b".version 7.0\n.target sm_70\n", device=D), "PTX", "compiled for CUDA")
    raises(gl.CompileError, lambda: gl.load_module(b"\x7fELF" + bytes(14) + b"\xbe" + bytes(45), device=D), "a cubin",
           "compiled for CUDA")


def binary_of(source):
    """Return the binary that the driver of the first listed device makes of a source."""
    cl = ctypes.CDLL("libOpenCL.so.1")
    for name in "clCreateContext", "clCreateProgramWithSource":
        getattr(cl, name).restype = ctypes.c_void_p
    platform, device, error = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
    cl.clGetPlatformIDs(1, ctypes.byref(platform), None)
    cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(device), None)
    context = ctypes.c_void_p(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(error)))
    text = ctypes.c_char_p(source)
    program = ctypes.c_void_p(cl.clCreateProgramWithSource(context, 1, ctypes.byref(text), None, ctypes.byref(error)))
    if cl.clBuildProgram(program, 1, ctypes.byref(device), b"", None, None):
        raise RuntimeError("the test's program does not compile")
    size = ctypes.c_size_t()
    cl.clGetProgramInfo(program, 0x1165, ctypes.c_size_t(ctypes.sizeof(size)), ctypes.byref(size), None)
    code = ctypes.create_string_buffer(size.value)
    pointer = ctypes.cast(code, ctypes.c_void_p)
    cl.clGetProgramInfo(program, 0x1166, ctypes.c_size_t(ctypes.sizeof(pointer)), ctypes.byref(pointer), None)
    return code.raw


def binaries():
    module = gl.load_module(binary_of(b"kernel void add(global float *x, float a) { x[get_global_id(0)] += a; }"), device=D)
    k = gl.module_kernel(module, "add", "float32 *x, float32 a")
    x = array([1, 2, 3], "float32")
    gl.kernel_launch(k, [x, 0.5], 1, 3)
    same(x.tolist(), [1.5, 2.5, 3.5], "a program binary")
    raises(gl.ArgumentError, lambda: gl.module_kernel(module, "sub"), "it has no such kernel", "sub")


def events():
    k = gl.new_kernel("KERNEL f(GLOBAL float32 *x) { float32 s = 0; for (int i = 0; i < 10000000; i++) s = s * 0.5f + 1; "
                      "x[0] = s; }", "f", device=D)
    x = gl.zeros([1], dtype="float32", device=D)
    first = gl.stream_record(gl.get_stream(D))
    last = gl.kernel_launch(k, [x], 1, 1, timing=True)
    took = gl.event_elapsed_time(first, last)
    ok(1 < took < 60000, "a kernel of ten million steps takes some milliseconds (%.1f)" % took)
    patience = time.monotonic() + 2  # some drivers report it a moment later
    while not gl.stream_query(gl.get_stream(D)) and time.monotonic() < patience:
        time.sleep(0.001)
    ok(gl.stream_query(gl.get_stream(D)), "what has been waited for is done")
    results = []

    def work():
        for i in range(20):
            results.append(gl.sum(array([i, 1.0], "float32") * 2).tolist())
    threads = [threading.Thread(target=work) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    same(sorted(results), sorted([2.0 * i + 2 for i in range(20)] * 4), "several threads")


def memory():
    gl.set_memory_limit(10_000_000, device=D)
    raises(gl.OutOfMemoryError, lambda: gl.zeros([4_000_000], dtype="float32", device=D), "a limit", "exceed the memory limit")
    x = gl.zeros([2_000_000], dtype="float32", device=D)
    gl.set_memory_limit(0, device=D)
    del x
    gl.synchronize(D)
    raises(gl.OutOfMemoryError, lambda: gl.zeros([1 << 45], dtype="int8", device=D), "more than there is", "used by arrays")
    same(gl.sum(gl.ones([10], dtype="int32", device=D)).tolist(), 10, "work goes on after that")
    kept = gl.memory_info(D)["reserved_bytes"]
    gl.trim(D)
    ok(gl.memory_info(D)["reserved_bytes"] < kept, "idle memory is released")
    big = gl.empty_pinned([300_000], dtype="float32", device=D)
    big[...] = 3.0
    there = gl.to_device(big, D)
    big[...] = there * 2
    same((big[0].tolist(), big[-1].tolist()), (6.0, 6.0), "page-locked memory")
    back = gl.to_device(there, "host")
    ok(gl.all(back == 3).tolist(), "large copies")


def forks():
    warnings.simplefilter("ignore")  # Python warns about forks of processes with threads; the library must support them
    x = gl.ones([4], dtype="float32", device=D)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            gl.add(x, 1.0)
        except gl.DeviceError as error:
            if "fork" in str(error):
                del x
                status = 0 if gl.add([1.0], 1.0).tolist() == [2.0] else 2
        os._exit(status)
    same(os.waitpid(child, 0)[1], 0, "a forked child gets DeviceError and may use the host")


def ends():
    """Unused code may still be compiling when the process ends."""
    script = f"import gpulinalg as gl; gl.lu(gl.to_device(gl.reshape(gl.arange(289.0, device='host') ** 2, [17, 17]), '{D}'))"
    for _ in range(2):
        with tempfile.TemporaryDirectory() as empty:
            places = dict(os.environ, GPULINALG_CACHE_DIR=empty, POCL_CACHE_DIR=os.path.join(empty, "pocl"))
            same(subprocess.run([sys.executable, "-c", script], env=places).returncode, 0, "an end with work in the queue")


def beside_the_host(dtypes=("float32", "int8", "uint64")):
    """Compare small and large arrays of several dtypes with the host, on a device that lacks a feature."""
    n = 70_001
    for dtype in dtypes:
        values = [(i * 37 + i // 5) % 101 - (50 if dtype[0] != "u" else 0) for i in range(n)]
        x, h = array(values, dtype), array(values, dtype, "host")
        for name in ("sum", "max", "argmin"):
            close(getattr(gl, name)(x), getattr(gl, name)(h), "%s of %s" % (name, dtype))
        x2, h2 = gl.reshape(x[:70_000], [200, 350]), gl.reshape(h[:70_000], [200, 350])
        close(gl.sum(x2, axis=0), gl.sum(h2, axis=0), "sum along columns of %s" % dtype)
        close(gl.max(x2, axis=1), gl.max(h2, axis=1), "max along rows of %s" % dtype)
        close(gl.asarray(gl.matrix_transpose(x2), copy=True), gl.asarray(gl.matrix_transpose(h2), copy=True),
              "transpose of %s" % dtype)
        close(x2[::3, ::-2] * 2 + x2[::3, 1::2], h2[::3, ::-2] * 2 + h2[::3, 1::2], "views of %s" % dtype)
        index = [5, -1, 0, 199, 5]
        close(x2[array(index, "int64")], h2[array(index, "int64", "host")], "rows of %s" % dtype)
        x2[array(index, "int64")] = x2[:5]
        h2[array(index, "int64", "host")] = h2[:5]
        close(x2, h2, "rows of %s that are set, the last of equal ones wins" % dtype)
        close(x2[x2 > 10], h2[h2 > 10], "a mask of %s" % dtype)
    x, h = array([0.5, 1.5, -2.0, 0.0], "float32"), array([0.5, 1.5, -2.0, 0.0], "float32", "host")
    for name in ("exp", "tanh", "sign", "abs", "sin", "isnan", "expm1", "square"):
        close(getattr(gl, name)(x), getattr(gl, name)(h), name)
    close(gl.pow(x, 2.0), gl.pow(h, 2.0), "pow")
    close(gl.var(x), gl.var(h), "var")
    close(gl.mean(x), gl.mean(h), "mean")
    z, w = gl.astype(x, "complex64") * (1 + 2j), gl.astype(h, "complex64") * (1 + 2j)
    close(gl.abs(gl.exp(z)), gl.abs(gl.exp(w)), "complex64")
    f = gl.elementwise("T x, T y", "T z", "z = x * y + exp(-y)")
    close(f(x, x), f(h, h), "a formula")
    r = gl.reduction("x", "", map="x*x", reduce="a + b", post="sqrt(a)", identity=0)
    close(r(x), r(h), "a reduction by formulas")
    s = gl.scan("x", "", "x", "a + b")
    close(s(x), s(h), "a scan by formulas")
    close(gl.arange(0, 10, dtype="float32", device=D), gl.arange(0, 10, dtype="float32", device="host"), "arange")


def without_float64():
    info = gl.device_info(D)
    same(info["float64"], False, "the device reports that it has no float64")
    for name, call in (("zeros", lambda: gl.zeros([2], device=D)), ("asarray", lambda: gl.asarray([1.0], device=D)),
                       ("astype", lambda: gl.astype(array([1], "int32"), "float64")),
                       ("mean", lambda: gl.mean(array([1, 2], "int32"))), ("sqrt", lambda: gl.sqrt(array([1, 2], "int32"))),
                       ("complex", lambda: gl.zeros([2], dtype="complex128", device=D))):
        raises(gl.DTypeError, call, name + " in float64", "does not support ")
    person, year = array([0, 0, 0, 1, 1, 2, 2, 2], "int32"), array([1, 2, 3, 1, 3, 1, 2, 3], "int32")
    y = array([1.0, 3.0, 2.0, 5.0, 1.0, 2.0, 7.0, 4.0], "float32")
    x = array([1.0, -1.0, 2.0, 3.0, 1.0, 1.0, 2.0, 2.0], "float32")
    age = array([50.1, 51.1, 52.1, 31.7, 33.7, 72.3, 73.3, 74.3], "float32")
    within = gl.absorb(y, gl.stack([age, x, x + 1e4 * age], axis=1), [person, year])
    same(within.dropped.item(), 0, "absorb drops what effects span to the rounding of float32")


def many_units():
    """A CPU with many cores gets small groups if there is little work."""
    a = gl.reshape(gl.sin(gl.arange(1600.0, device="host") ** 2), [40, 40])
    a = a + a.T
    there = gl.to_device(a, D)
    ok(gl.device_info(D)["compute_units"] >= 32, "units")
    for part, (got, expected) in enumerate(zip(gl.lu(there), gl.lu(a))):
        close(got, expected, f"lu, {part}")
    q, r = gl.qr(there)
    close(q @ r, a, "qr")
    close(gl.eigvalsh(there), gl.eigvalsh(a), "eigvalsh")
    beside_the_host(["float32"])


def child_passes(name, argument, **environment):
    child = subprocess.run([sys.executable, __file__, *argument.split(" ", 1)], env=dict(os.environ, **environment),
                           capture_output=True, text=True, timeout=300)
    bad = [line for line in child.stdout.splitlines() if line.startswith("not ok")]
    ok(child.returncode == 0 and not bad and "\n1.." in child.stdout, name)
    for line in (bad or child.stderr.splitlines())[-10:]:
        print("#", line)


def tables():
    """Tables of transforms are released if memory is needed in another stream than the one in which they were made."""
    x = gl.ones([600], dtype="complex64", device=D)
    with gl.stream(gl.Stream(D)):
        first = gl.fft.fft(x[:512])
    with gl.stream(gl.Stream(D)):
        others = [gl.fft.fft(x[:n]) for n in range(4, 40)]
    sums = gl.asarray([512.0, 39.0], device="host")
    close(gl.stack([first[0], others[-1][0]]), sums, "transforms of many lengths in two streams")


def main():
    if "units" in sys.argv:
        return many_units()
    if "without" in sys.argv:
        if "float64" in sys.argv[2]:
            without_float64()
        beside_the_host(["float32", "int8"] if "float64" in sys.argv[2] else ["float32"])
        return
    try:
        gl.zeros([1], dtype="float32", device=D)
    except gl.DeviceError as error:
        print("1..0 # SKIP", error)
        sys.stdout.flush()
        os._exit(0)
    for test in (raw_sources, linked_sources, errors, events, memory, beside_the_host, tables, forks, ends):
        test()
    if gl.device_info(D)["kind"] == "CPU":
        binaries()
    else:
        skip("a program binary", "the first device may not be the one that gpulinalg lists first")
    for what in ("float64", "int64_atomics large_groups shared_memory serial_threads"):
        child_passes("a device without " + what, "without " + what, GPULINALG_OPENCL_WITHOUT=what)
    if gl.device_info(D)["kind"] == "CPU":
        child_passes("a CPU of many units", "units", POCL_MAX_PTHREAD_COUNT="32", POCL_CPU_MAX_CU_COUNT="32")
    else:
        skip("a CPU of many units", "the device is none")


main()
