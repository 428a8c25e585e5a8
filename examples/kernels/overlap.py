#!/usr/bin/env python3
"""Process data in pieces: while the device computes one piece, the next is copied to it and the previous one back.

Work in one stream runs in order; different streams run concurrently.  Copies between the device and page-locked arrays
(empty_pinned) are queued in the stream like kernels, and the script continues at once.
"""
import gpulinalg as gla

SOURCE = """
/* Solve c + c^3 = w for each element by Newton's method. */
KERNEL solve(const GLOBAL float32 *w, GLOBAL float32 *c, int32 n, int32 rounds)
{
    int32 i = (int32)GLOBAL_ID;
    if (i >= n)
        return;
    float32 x = w[i];
    for (int32 k = 0; k < rounds; k++)
        x -= (x + x * x * x - w[i]) / (1 + 3 * x * x);
    c[i] = x;
}
"""
solve = gla.Kernel(SOURCE, "solve")
device = solve.device
print("# on %s: %s" % (device, gla.device_info(device)["description"]))

gpu = gla.device_info(device)["kind"] == "GPU"
pieces, n, rounds, block = 12, 1 << (22 if gpu else 17), 100 if gpu else 20, 256
incoming = [gla.empty_pinned(n, dtype="float32", device=device) for _ in range(pieces)]
outgoing = [gla.empty_pinned(n, dtype="float32", device=device) for _ in range(pieces)]
for i, piece in enumerate(incoming):
    piece[...] = gla.linspace(i, i + 1, n, dtype="float32", device="host")


class Lane:
    """A stream, and memory on the device for one piece."""

    def __init__(self):
        self.stream = gla.Stream(device)
        self.w, self.c = (gla.empty(n, dtype="float32", device=device) for _ in range(2))

    def put(self, i):
        """Queue all work on piece i, and events between its steps.  Nothing here waits."""
        with gla.stream(self.stream):
            marks = [self.stream.record()]
            self.w[...] = incoming[i]
            marks.append(self.stream.record())
            solve([self.w, self.c, n, rounds], (n + block - 1) // block, block)
            marks.append(self.stream.record())
            outgoing[i][...] = self.c
            marks.append(self.stream.record())
        return marks


def run(lanes):
    """Process all pieces, assigned to the lanes in turn.  Return the total time in milliseconds."""
    first = lanes[0].stream
    start = first.record()
    for lane in lanes:
        lane.stream.wait(start)
    for i in range(pieces):
        lanes[i % len(lanes)].put(i)
    for lane in lanes:  # the first stream waits for the others, but the script does not wait
        first.wait(lane.stream.record())
    return start.elapsed_time(first.record())


lanes = [Lane() for _ in range(3)]
lanes[0].put(0)  # compile the kernel
marks = lanes[0].put(0)
stages = [marks[i].elapsed_time(marks[i + 1]) for i in range(3)]
print("# a piece of %.1f MB: copied in %.3f ms, computed on in %.3f ms, copied back in %.3f ms" % (4e-6 * n, *stages))
for count in 1, 3:
    for piece in outgoing:
        piece[...] = 0
    time = run(lanes[:count])
    # Using an array from empty_pinned on the host waits for its copy.
    worst = max(gla.max(gla.abs(c + c**3 - w) / (1 + w)).item() for w, c in zip(incoming, outgoing))
    print("%d pieces in %d stream%s: all solved is %s"
          % (pieces, count, "" if count == 1 else "s", "true" if worst < 1e-5 else "false"))
    print("# %.2f ms" % time)
