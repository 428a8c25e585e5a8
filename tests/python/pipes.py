"""Pipes: a thread of the script writes the library's input, and reads its output; Ctrl-C ends the wait."""
import os
import signal
import tempfile
import threading
import time

import gpulinalg as gl
from tap import ok, same

signal.signal(signal.SIGINT, signal.default_int_handler)
folder = tempfile.mkdtemp()
pipe = os.path.join(folder, "pipe")
os.mkfifo(pipe)
npy = os.path.join(folder, "a.npy")
gl.save(npy, gl.arange(100000))
with open(npy, "rb") as file:
    content = file.read()


def write(data, wait):
    time.sleep(wait)
    with open(pipe, "wb") as file:
        for at in range(0, len(data), 50000):
            file.write(data[at:at + 50000])
            file.flush()
            time.sleep(wait / 10)


def within(seconds, function, *args):
    """Return the result, or None if it takes longer; then the process cannot continue."""
    result = []
    thread = threading.Thread(target=lambda: result.append(function(*args)), daemon=True)
    thread.start()
    thread.join(seconds)
    return result[0] if result else None


def fed(read, data):
    writer = threading.Thread(target=write, args=(data, 0.1), daemon=True)
    writer.start()
    return within(20, read, pipe)


read = fed(gl.load, content)
same(read is not None and gl.all(read == gl.arange(100000)).item(), True, "load from a thread of the script")
read = fed(lambda path: gl.read_table(path).values.tolist(), b"a,b\n1,2\n3,4\n")
same(read, [[1.0, 2.0], [3.0, 4.0]], "read_table")
read = fed(lambda path: gl.loadtxt(path)["b"].tolist(), b"a,b\n1,2\n3,4\n")
same(read, [2, 4], "loadtxt")


def take(wait):
    time.sleep(wait)
    with open(pipe, "rb") as file:
        return file.read()


for name, save, expected in (("save", lambda: gl.save(pipe, gl.arange(100000)), content),
                             ("savetxt", lambda: gl.savetxt(pipe, [gl.arange(50000)]),
                              b"".join(b"%d\n" % i for i in range(50000)))):
    got = []
    reader = threading.Thread(target=lambda: got.append(take(0.1)), daemon=True)
    reader.start()
    within(20, save)
    reader.join(20)
    same(got == [expected], True, name + " to a thread of the script")

for name, call in (("load", lambda: gl.load(pipe)), ("loadtxt", lambda: gl.loadtxt(pipe)),
                   ("read_table", lambda: gl.read_table(pipe)), ("save", lambda: gl.save(pipe, [1.0]))):
    for attempt in range(5):  # other processes may delay a call, but not every time
        started = time.monotonic()
        try:
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            call()
            outcome = None
        except BaseException as error:
            outcome = type(error)
        taken = time.monotonic() - started
        if taken < 0.5 or outcome is not KeyboardInterrupt:
            break
    same(outcome, KeyboardInterrupt, "Ctrl-C while %s waits for the other end" % name)
    ok(taken < 0.5, "at once (%.2f s)" % taken)

# A signal that another thread receives, or this thread just before it waits, does not end a system call.
for name, call in ("load", lambda: gl.load(pipe)), ("save", lambda: gl.save(pipe, [1.0])):
    signal.alarm(20)  # ends a test that waits forever
    try:
        threading.Timer(0.3, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT)).start()
        call()
        outcome = None
    except BaseException as error:
        outcome = type(error)
    signal.alarm(0)
    same(outcome, KeyboardInterrupt, "Ctrl-C that another thread gets while %s waits" % name)

# A handler that returns does not end the wait.
seen = []
signal.signal(signal.SIGUSR1, lambda *_: seen.append(gl.sum(gl.ones(4)).item()))
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)).start()
threading.Thread(target=write, args=(content, 0.4), daemon=True).start()
same((gl.load(pipe).size, seen), (100000, [4.0]), "a handler that returns, and computes, does not end the wait")

for name in os.listdir(folder):
    os.unlink(os.path.join(folder, name))
os.rmdir(folder)
