"""CuPy and PyTorch on the same GPU: memory shared in both directions without a copy, and correct order of work."""
import gc
import os
import sys
import warnings

import gpulinalg as gl
from gpulinalg import _native
from capsules import Exporter
from tap import ok, raises, same, skip

if "cuda:0" not in gl.devices():
    skip("CuPy and PyTorch on a GPU", "no CUDA device")
    sys.exit()
gl.set_device("cuda:0")


def address(x):
    return x.__cuda_array_interface__["data"][0]


def with_cupy(cp):
    import numpy as np
    kernel = cp.RawKernel(r"""extern "C" __global__ void fill_late(double *p, const double *q, double v, long long n)
    {
        long long start = clock64();
        while (clock64() - start < 60000000) {} /* about 40 ms */
        for (long long i = threadIdx.x; i < n; i += blockDim.x)
            p[i] = q ? q[i] : v;
    }""", "fill_late")

    def fill_late(x, value=0.0, source=None):
        """Set x to value or source after a delay."""
        kernel((1,), (256,), (x, source if source is not None else np.intp(0), np.float64(value), np.int64(x.size)))

    def values(x):
        return cp.asnumpy(x).tolist()

    # ---- machine code from elsewhere
    from cupy.cuda import nvrtc
    program = nvrtc.createProgram("""extern "C" __global__ void scale(double *x, double f) { x[threadIdx.x] *= f; }""",
                                  "scale.cu", [], [])
    nvrtc.compileProgram(program, ["-arch=sm_" + cp.cuda.Device(0).compute_capability])
    scale = gl.load_module(nvrtc.getCUBIN(program)).kernel("scale", "float64 *x, float64 f")
    numbers = gl.ones(4)
    scale([numbers, 3.0], 1, 4)
    same(numbers.tolist(), [3.0] * 4, "a kernel from a cubin")

    # ---- without a copy
    base = cp.arange(24.0).reshape(2, 3, 4)
    for name, x in (("plain", base), ("strided", base[:, ::2, 1:]), ("backwards", base[::-1, :, ::-1]),
                    ("transposed", base.T), ("0-d", base[1, 1, 1]), ("empty", base[:, :0])):
        for how, g in (("from_dlpack", gl.from_dlpack(x)), ("asarray", gl.asarray(x))):
            ok(g.device == "cuda:0" and g.shape == x.shape and g.tolist() == values(x), "%s takes CuPy's %s" % (how, name))
            same(address(g), x.data.ptr if x.size else 0, "without a copy")
        for how, y in (("cupy.from_dlpack", cp.from_dlpack(g)), ("cupy.asarray", cp.asarray(g))):
            ok(y.shape == g.shape and values(y) == g.tolist(), "%s takes an Array: %s" % (how, name))
            ok(not y.size or y.data.ptr == address(g), "without a copy")
    for dtype in ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128").split():
        x = cp.array([0, 1, 3]).astype(dtype)
        g = gl.asarray(x)
        y = cp.from_dlpack(g)
        ok(g.dtype == dtype and g.tolist() == values(x), dtype + " comes in")
        ok(y.dtype == x.dtype and values(y) == g.tolist(), "and goes out")
        ok(values(cp.asarray(g)) == g.tolist(), "and by __cuda_array_interface__")

    class Interface:
        """Like Numba's arrays: no DLPack."""

        def __init__(self, x, **options):
            self.x, self.options = x, options

        @property
        def __cuda_array_interface__(self):
            return dict(self.x.__cuda_array_interface__, **self.options)

    g = gl.asarray(Interface(base[:, 1:]))
    ok(address(g) == base[:, 1:].data.ptr and g.tolist() == values(base[:, 1:]), "__cuda_array_interface__ comes in")
    raises(gl.DeviceError, lambda: gl.asarray(Interface(base, data=(id(base), False))), "memory that is on no GPU", "address")
    raises(gl.ArgumentError, lambda: gl.asarray(Interface(base, stream=0)), "a stream of 0", "stream")
    ok(gl.asarray(Interface(base, data=(base.data.ptr, True))).readonly, "read-only memory")
    raises(gl.NotSupportedError, lambda: gl.asarray(Interface(base, data=(base.data.ptr + 4, False))), "not aligned",
           "multiples")
    raises(gl.DTypeError, lambda: gl.asarray(base.astype("f2")), "half precision", "float32")
    ok(gl.broadcast_to(gl.asarray(base), (2, 2, 3, 4)).__cuda_array_interface__["data"][1], "a read-only array says so")

    # ---- other devices, copies
    g = gl.from_dlpack(base, device="host")
    ok(g.device == "host" and g.tolist() == values(base), "to the host")
    raises(gl.ArgumentError, lambda: gl.from_dlpack(base, device="host", copy=False), "which is not possible without a copy")
    g = gl.from_dlpack(base, copy=True)
    ok(address(g) != base.data.ptr and g.tolist() == values(base), "a copy on the device")
    g = gl.asarray(base)
    same(g.__dlpack_device__(), (2, 0), "DLPack's device")
    side = cp.cuda.Stream(non_blocking=True)
    for stream in None, -1, 1, 2, side.ptr:
        ok(g.__dlpack__(stream=stream), "a consumer's stream %r" % stream)
    for stream in 0, -2, "1", 2**80:
        raises(gl.ArgumentError, lambda: g.__dlpack__(stream=stream), "not %r" % stream, "stream")
    try:
        same(np.from_dlpack(g, device="cpu").tolist(), g.tolist(), "NumPy gets a copy on the host")
    except TypeError:
        skip("NumPy gets a copy on the host", "this NumPy does not ask for one")
    raises(BufferError, lambda: g.__dlpack__(dl_device=(1, 0), copy=False), "not without a copy")
    y = np.ones((2, 3, 4)).__add__
    ok(gl.add(base, np.ones(4)).tolist() == y(cp.asnumpy(base)).tolist(), "NumPy's data goes to where CuPy's is")

    # ---- order: the default streams synchronise with each other
    x = cp.zeros(1000)
    g = gl.asarray(x)
    fill_late(x, 3)
    same(gl.sum(g).item(), 3000.0, "we see what CuPy writes later")
    y = gl.add(g, 1)
    fill_late(x, 4)
    g += 1
    ok(float(x.sum()) == 5000.0 and gl.sum(y).item() == 4000.0, "CuPy sees what we write")
    big = gl.full((3000, 3000), 1.0)
    for k in range(5):
        wide = gl.matmul(big, big)
        g[...] = wide[0, 0] + k
        same(float(x.max()), 3000.0 + k, "also behind long work of ours")
    for k in range(5):
        y = gl.matmul(gl.asarray(held := cp.full((3000, 3000), float(k))), big)
        held.fill(-1)
        same(y[7, 7].item(), 3000.0 * k, "CuPy does not write before we have read")

    # ---- order: other streams, when memory is handed over
    for form in gl.from_dlpack, gl.asarray, lambda x: gl.asarray(Interface(x, stream=cp.cuda.get_current_stream().ptr)):
        side = cp.cuda.Stream(non_blocking=True)
        with side:
            x, g = cp.zeros(1000), None
            side.synchronize()
            fill_late(x, 2)
            g = form(x)
            waiting = not side.done
        same((waiting, gl.sum(g).item()), (True, 2000.0), "we wait for the stream of who hands over")
    for form in cp.from_dlpack, cp.asarray:
        for ours in gl.get_stream(), gl.Stream():
            with gl.stream(ours), cp.cuda.Stream(non_blocking=True) as side:
                heavy = gl.matmul(gl.matmul(big, big), big)
                z = heavy[:2] + 0
                y = form(z) + 1
                side.synchronize()
                same(values(y[:, 5]), [9e6 + 1] * 2, "the stream of who takes over waits for us")

    # ---- lifetime
    pool = cp.get_default_memory_pool()
    del x, y, g, z, held
    gc.collect()
    live, used = _native.live_arrays(), pool.used_bytes()
    x = cp.full(1 << 20, 7.0)
    g = gl.asarray(x)
    del x
    gc.collect()
    ok(pool.used_bytes() > used and gl.sum(g).item() == 7.0 * (1 << 20), "CuPy's memory stays as long as the Array")
    view = g[5:]
    del g
    ok(pool.used_bytes() > used, "or a view of it")
    del view
    same(pool.used_bytes(), used, "and no longer")
    y = cp.from_dlpack(gl.full(1000, 3.0))
    z = cp.asarray(gl.full(1000, 4.0))
    same(_native.live_arrays(), live + 2, "an Array stays as long as CuPy's")
    ok(float(y.sum() + z.sum()) == 7000.0, "and holds its values")
    del y, z
    gc.collect()
    same(_native.live_arrays(), live, "and no longer")

    # ---- memory is not reused while the other library still works on it
    results = []
    for k in range(40):
        results.append(gl.matmul(cp.full((1000, 1000), float(k)), cp.full((1000, 1000), 1.0))[0, :3])
    same([r.tolist() for r in results], [[1000.0 * k] * 3 for k in range(40)], "temporary arrays of CuPy")
    with cp.cuda.Stream(non_blocking=True) as side:
        for k in range(3):
            out = cp.zeros(1 << 20)
            y = cp.from_dlpack(gl.full(1 << 20, float(k)))
            fill_late(out, source=y)
            del y
            other = [gl.full(1 << 20, -1.0) for _ in range(4)]
            side.synchronize()
            ok(float(out.min()) == k == float(out.max()), "memory of ours, in use in a side stream")
    del out, other

    # ---- in use
    a, b = cp.random.rand(50, 50) + 50 * cp.eye(50), cp.random.rand(50, 2)
    x = gl.solve(a, b)
    ok(x.device == "cuda:0" and float(abs(a @ cp.from_dlpack(x) - b).max()) < 1e-12, "solve takes CuPy's arrays")
    x = gl.solve(a, cp.asnumpy(b))
    ok(x.device == "cuda:0" and float(abs(a @ cp.from_dlpack(x) - b).max()) < 1e-12, "with one of NumPy")


def with_torch(torch):
    x = torch.arange(12.0, dtype=torch.float64, device="cuda").reshape(3, 4)
    for name, t in (("plain", x), ("strided", x[::2, 1:]), ("transposed", x.T), ("empty", x[:, :0])):
        g = gl.asarray(t)
        ok(g.device == "cuda:0" and g.tolist() == t.tolist(), "a tensor comes in: " + name)
        ok(not t.numel() or address(g) == t.data_ptr(), "without a copy")
        y = torch.from_dlpack(g)
        ok(y.tolist() == t.tolist() and y.data_ptr() == (t.data_ptr() if t.numel() else 0), "and goes back")
    for dtype in ("bool int8 int16 int32 int64 uint8 float32 float64 complex64 complex128").split():
        t = torch.tensor([0, 1, 3], device="cuda").to(getattr(torch, dtype))
        ok(gl.asarray(t).dtype == dtype and torch.from_dlpack(gl.asarray(t)).tolist() == t.tolist(), dtype + " both ways")
    same(torch.as_tensor(gl.asarray(x), device="cuda").data_ptr(), x.data_ptr(), "torch.as_tensor")
    same(gl.asarray(torch.arange(3)).device, "cuda:0", "a tensor of the host goes to the current device")
    same(gl.from_dlpack(torch.arange(3)).device, "host", "unless it comes by DLPack")
    wide = torch.from_dlpack(gl.broadcast_to(gl.asarray(x), (2, 3, 4)))
    same(tuple(wide.shape), (2, 3, 4), "a read-only array goes out")
    del wide
    raises(BufferError, lambda: gl.asarray(torch.ones(2, device="cuda", requires_grad=True)), "a gradient", "grad")
    raises(gl.DTypeError, lambda: gl.asarray(x.to(torch.bfloat16)), "bfloat16", "float32")
    raises(gl.DTypeError, lambda: gl.asarray(x.half()), "float16", "float32")

    t = torch.zeros(1000, dtype=torch.float64, device="cuda")
    g = gl.asarray(t)
    torch.cuda._sleep(60000000)
    t += 3
    same(gl.sum(g).item(), 3000.0, "we see what PyTorch writes later")
    g += 1
    same(t.sum().item(), 4000.0, "PyTorch sees what we write")
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        t, g = torch.zeros(1000, dtype=torch.float64, device="cuda"), None
        side.synchronize()
        torch.cuda._sleep(60000000)
        t += 2
        g = gl.asarray(t)
        waiting = not side.query()
    same((waiting, gl.sum(g).item()), (True, 2000.0), "we wait for a side stream that hands over")
    big = gl.full((3000, 3000), 1.0)
    with torch.cuda.stream(side):
        y = torch.from_dlpack((gl.matmul(gl.matmul(big, big), big))[:2] + 0)
        same(y[:, 5].tolist(), [9e6] * 2, "a side stream that takes over waits for us")
    del t, g, y, x
    results = []
    with torch.cuda.stream(side):
        for k in range(40):
            full = torch.full((1000, 1000), float(k), dtype=torch.float64, device="cuda")
            results.append(gl.matmul(full * 1, big[:1000, :1000])[0, :3])
    same([r.tolist() for r in results], [[1000.0 * k] * 3 for k in range(40)], "temporary tensors of a side stream")
    a = torch.rand(50, 50, dtype=torch.float64, device="cuda") + 50 * torch.eye(50, dtype=torch.float64, device="cuda")
    b = torch.rand(50, 2, dtype=torch.float64, device="cuda")
    ok((a @ torch.from_dlpack(gl.solve(a, b)) - b).abs().max().item() < 1e-12, "solve takes tensors")


def after_fork():
    """CUDA is unavailable in a forked process: an error, not a crash. (CuPy's own arrays raise CuPy's errors there.)"""
    warnings.simplefilter("ignore", DeprecationWarning)  # CUDA's threads are idle
    child = os.fork()
    if child == 0:
        try:
            gl.from_dlpack(Exporter(device=(2, 0)))
        except gl.DeviceError as error:
            os._exit(0 if "fork" in str(error) else 2)
        except BaseException:
            os._exit(3)
        os._exit(4)
    same(os.waitpid(child, 0)[1], 0, "after fork: a DeviceError")


live = _native.live_arrays()
try:
    import cupy
except ImportError:
    skip("CuPy", "not installed")
else:
    with_cupy(cupy)
try:
    import torch
except ImportError:
    skip("PyTorch", "not installed")
else:
    with_torch(torch)
gc.collect()
same(_native.live_arrays(), live, "no handle is left")
after_fork()
