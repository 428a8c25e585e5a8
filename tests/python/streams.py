"""Streams in Python: objects, methods, `with`, threads."""
import gc
import threading

import gpulinalg as gl
from tap import ok, raises


s = gl.Stream()
ok(isinstance(s, gl.Stream) and s.device == gl.get_device(), "Stream() is of the current device")
ok(gl.Stream(device="host").device == "host", "or of the one that is named")
ok(s.query() is True, "an empty stream is done")
ok(s.synchronize() is None, "and can be waited for")
with gl.stream(s) as inside:
    ok(inside is s, "with stream(s) as s")
    x = gl.full((50, 50), 2.0)
    y = x @ x
    mark = s.record()
ok(isinstance(mark, gl.Event), "record gives an Event")
t = gl.Stream()
t.wait(mark)
with gl.stream(t):
    z = y + 1
    later = t.record()
ok(z[0, 0].item() == 201.0, "values that two streams have made")
later.synchronize()
ok(later.query() and mark.query(), "events are over")
ok(isinstance(mark.elapsed_time(later), float) and mark.elapsed_time(later) >= 0, "time between two events")

with gl.stream(s):
    with gl.stream(t):
        pass
    after = gl.get_stream()
    try:
        with gl.stream(t):
            1 / 0
    except ZeroDivisionError:
        pass
    after_error = gl.get_stream()
ok(after is not None and after.device == after_error.device == s.device, "blocks can be nested and left by an error")

seen = []


def work(value):
    with gl.stream(gl.Stream()):
        a = gl.full((200, 200), value)
        for _ in range(20):
            a = a @ gl.eye(200)
        seen.append((value, gl.sum(a).item()))


threads = [threading.Thread(target=work, args=(float(i),)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
ok(sorted(seen) == [(float(i), 40000.0 * i) for i in range(4)], "each thread has its own stream")

raises(TypeError, gl.Event, "events are not made by hand")
raises(gl.DTypeError, lambda: gl.stream_synchronize(mark), "an Event is no Stream", "Stream")
raises(gl.DTypeError, lambda: gl.set_stream(5), "a number is no Stream")
raises(gl.DeviceError, lambda: gl.Stream("nowhere"), "a device that is not there")
for _ in range(20):
    streams = [gl.Stream() for _ in range(25)]
del streams
gc.collect()
for _ in range(500):
    gl.Stream().record(timing=False)
ok(True, "streams and events that are dropped are released")
