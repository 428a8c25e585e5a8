"""Behaviour with a GPU: Ctrl-C during its work, a fork after its use, asynchronous failures, and concurrency with a call: other
calls, copies, a second queue."""
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import gpulinalg as gl

try:
    gl.set_device("cuda:0")
except gl.DeviceError as error:
    print("1..0 # SKIP", error)
    sys.stdout.flush()
    os._exit(0)

from tap import ok, raises, same  # noqa: E402

# A kernel that works for 0.2 s and then writes to an invalid address.
CRASH = b"""
.version 7.0
.target sm_70
.address_size 64
.visible .entry crash()
{
    .reg .u64 %r<4>;
    .reg .pred %p;
    mov.u64 %r0, %globaltimer;
again:
    mov.u64 %r1, %globaltimer;
    sub.u64 %r2, %r1, %r0;
    setp.lt.u64 %p, %r2, 200000000;
    @%p bra again;
    mov.u64 %r3, 16;
    st.global.u64 [%r3], %r1;
    ret;
}
"""


def crash():
    """Launch it in the library's context, on the driver's default stream."""
    driver = ctypes.CDLL("libcuda.so.1")
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    for status in (driver.cuModuleLoadData(ctypes.byref(module), CRASH),
                   driver.cuModuleGetFunction(ctypes.byref(function), module, b"crash"),
                   driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, None, None, None)):
        if status:
            raise RuntimeError(f"the driver says {status}")


def after_a_crash():
    """Run in a child process, which loses the device."""
    x = gl.ones((8192, 8192))
    y = x @ x + 1
    gl.synchronize()
    crash()
    try:
        for _ in range(30):  # half a second of work
            y = x @ x
        z = y + 1
        print("queued")
        z[0, 0].item()
    except gl.DeviceError as error:
        print(error)
    try:
        gl.synchronize()
    except gl.DeviceError:
        print("again")
    try:
        gl.ones(3).tolist()
    except gl.DeviceError:
        print("and again")
    print((gl.ones(3, device="host") + 1).tolist())


def in_a_process(what="crash", **environment):
    """Run a function in a child process; return its output lines and its exit status."""
    try:
        done = subprocess.run([sys.executable, __file__, what], env={**os.environ, **environment}, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return ["it hangs"], None
    lines = [text for text in done.stdout.splitlines() if not text.startswith("1..")]
    print("# " + "\n# ".join(lines))
    return lines, done.returncode


def faults():
    for _ in range(3):  # on a busy machine the failure may be detected before all work is queued
        lines, code = in_a_process()
        if lines[:1] == ["queued"]:
            break
    same(lines[:1], ["queued"], "work that fails later is queued")
    error = lines[1] if len(lines) > 1 else ""
    ok("cuda:0" in error and "matmul" in error and "add" in error, "the next wait names the device and what was queued")
    same(lines[2:], ["again", "and again", "[2.0, 2.0, 2.0]"], "the device stays lost, the host does not")
    same(code, 0, "and the interpreter ends in good order")
    lines, code = in_a_process(GPULINALG_SYNC="1")
    ok("matmul" in lines[0] and "add" not in lines[0] and code == 0, "with GPULINALG_SYNC=1 the call itself fails")


WILD = "KERNEL stray(GLOBAL float64 *x) { x[(int64)1 << 50] = 1; }"


def after_a_stray_kernel():
    """Run in a child process: a kernel of the user writes to an invalid address."""
    x = gl.ones(10)
    kept = gl.ones(3, device="host")
    event = gl.Kernel(WILD, "stray")([x], 1, 1)
    for wait in (event.synchronize, gl.synchronize, lambda: x.tolist()):
        try:
            wait()
        except gl.DeviceError as error:
            print(error)
    gl.set_device("host")
    print((kept + 1).tolist())


def stray_kernels():
    lines, code = in_a_process("stray")
    ok(len(lines) == 4 and "stray" in lines[0] and "host" in lines[0], "the wait names the kernel, and what still works")
    ok(all("cuda:0" in text for text in lines[:3]), "every use of the device says that it is lost")
    same((lines[-1], code), ("[2.0, 2.0, 2.0]", 0), "the host and its data live on")


PTX = """
.version 7.0
.target sm_70
.address_size 64
.visible .entry fill(.param .u64 p, .param .f64 value)
{
    .reg .u64 %r<4>;
    .reg .u32 %i;
    .reg .f64 %x;
    ld.param.u64 %r0, [p];
    ld.param.f64 %x, [value];
    mov.u32 %i, %tid.x;
    mul.wide.u32 %r1, %i, 8;
    add.u64 %r2, %r0, %r1;
    st.global.f64 [%r2], %x;
    ret;
}
"""


def ready_code():
    for binary in (PTX, PTX.encode()):
        fill = gl.Module.load(binary).kernel("fill", "float64 *p, float64 value")
        x = gl.zeros(40)
        fill([x, 2.5], 1, 32)
        same(x.tolist(), [2.5] * 32 + [0.0] * 8, "a kernel from PTX")
    raises(gl.ArgumentError, lambda: gl.Module.load(PTX).kernel("fill"), "its parameters must be declared", "signature")
    large = "KERNEL f(GLOBAL float32 *x) { LOCAL float32 t[1 << 24]; t[LOCAL_ID] = 1; BARRIER(); x[0] = t[0]; }"
    raises(gl.CompileError, lambda: gl.new_kernel(large, "f"), "too much local memory")


def child_of_a_fork(x):
    """Return the problem in the child, if any."""
    for call in (lambda: x + 1, lambda: gl.synchronize(), lambda: x.tolist(), lambda: gl.ones(3), lambda: gl.solve(x, x)):
        try:
            call()
            return "a call works that cannot"
        except gl.DeviceError as error:
            if "fork" not in str(error):
                return str(error)
    gl.set_device("host")
    return "" if (gl.ones(3) + 1).tolist() == [2.0] * 3 else "the host does not compute"


def forks():
    x = gl.ones((40, 40)) + gl.eye(40)
    y = x @ x
    sys.stdout.flush()
    warnings.simplefilter("ignore")  # Python warns about forks of processes with threads; the library must support them
    child = os.fork()
    if child == 0:
        problem = child_of_a_fork(x)
        if problem:
            print("#", problem, flush=True)
        del x, y
        os._exit(1 if problem else 0)
    end, status = time.monotonic() + 60, None
    while status is None and time.monotonic() < end:
        pid, code = os.waitpid(child, os.WNOHANG)
        status = code if pid else None
        time.sleep(0.01)
    if status is None:
        os.kill(child, signal.SIGKILL)
    same(status, 0, "a forked child gets DeviceError, may use the host, and ends")
    same((y[0, 0].item(), gl.solve(x, x)[0, 0].item()), (43.0, 1.0), "the parent goes on")


def interrupted(wait, name):
    """Send Ctrl-C 0.2 s after seconds of work have been queued."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    a = gl.ones((8192, 8192))
    gl.synchronize()
    for _ in range(150):
        b = a @ a
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    try:
        wait(b)
        heard = False
    except KeyboardInterrupt:
        heard = True
    taken = time.monotonic() - start
    ok(heard and taken < 1.2, "Ctrl-C ends %s (%.2f s)" % (name, taken))
    same(b[0, 0].item(), 8192.0, "and the work goes on")


def busy():
    """Queue about 0.2 s of work in the thread's stream."""
    a = gl.ones((8192, 8192))
    for _ in range(10):
        b = a @ a
    return b


def answers():
    """A wait for one status value does not wait for others, even if there are more of them than slots for status values."""
    known, others = gl.full(4, 7.0), gl.full(4, -1.0)
    singular, sides = gl.zeros((3, 3)), gl.ones(3)
    asked = []

    def ask(*_):
        asked.extend(others[0].item() for _ in range(70))

    def read():
        while not end.is_set():
            others[0].item()

    signal.signal(signal.SIGALRM, ask)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    b = busy()
    got = known[1].item()
    same((got, set(asked), len(asked)), (7.0, {-1.0}, 70), "a value that is waited for while a handler of signals reads others")
    asked.clear()
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    b = busy()
    raises(gl.SingularError, lambda: gl.solve(singular, sides), "a report that is waited for while a handler reads")
    same(len(asked), 70, "which it did")
    interval = sys.getswitchinterval()
    sys.setswitchinterval(0.05)
    end, good = threading.Event(), True
    thread = threading.Thread(target=read)
    thread.start()
    for _ in range(4):
        b = busy()
        good = known[1].item() == 7.0 and good
    end.set()
    thread.join()
    sys.setswitchinterval(interval)
    ok(good, "values that are waited for while another thread reads")
    del b


def pinned_by_others():
    """A copy from pinned memory in an unknown buffer is complete when the call returns."""
    places = gl.empty_pinned([4096])
    view, plain = memoryview(places), memoryview(gl.arange(4096.0, device="host"))
    for n in 1, 3000, 4096:
        view[:] = plain
        b = busy()
        x = gl.asarray(view[:n])
        view[:] = memoryview(gl.full(4096, -1.0, device="host"))
        ok(gl.all(x == gl.arange(float(n))).item(), "%d numbers are copied from pinned memory before it changes" % n)
    del b


def orders():
    """A permutation of so many rows is built in place, once for both queues of a solve with many columns."""
    n, generator = 8200, gl.random.Generator(1)
    a, b = generator.normal(shape=[n, n]), generator.normal(shape=[n, 70])
    for trans in 0, 1:
        x = gl.solve(a, b, trans=trans)
        off = gl.max(gl.abs((gl.matrix_transpose(a) if trans else a) @ x - b)).item()
        ok(off < 1e-6, "a solution of order %d with 70 columns, trans=%d: off by %.3g" % (n, trans, off))


def main():
    interrupted(lambda b: gl.synchronize(), "synchronize")
    interrupted(lambda b: b[1, 1].item(), "reading a value")
    interrupted(lambda b: gl.get_stream().record().synchronize(), "waiting for an event")
    raises(gl.SingularError, lambda: gl.solve(gl.zeros((3, 3)), gl.ones(3)), "errors are as before")
    answers()
    pinned_by_others()
    orders()
    forks()
    faults()
    stray_kernels()
    ready_code()


children = {"crash": after_a_crash, "stray": after_a_stray_kernel}
children.get("".join(sys.argv[1:]), main)()
