"""Copies, pickles and weak references of the classes and of derived classes, also in other processes."""
import asyncio
import atexit
import copy
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import weakref

import gpulinalg as gl
from tap import ok, plan, raises, same, skip

gl.set_device("host")
COPIES = [copy.copy, copy.deepcopy] + [lambda x, p=p: pickle.loads(pickle.dumps(x, p)) for p in (0, 2, 4, 5)]
KEPT = "cannot be copied or serialised"


class Named(gl.Array):
    """Has attributes, one of which refers back to the object."""

    def __new__(cls, values, name):
        array = super().__new__(cls, values)
        array.name, array.itself = name, array
        return array


class Slotted(gl.Array):
    __slots__ = "name", "nothing"


class Counted(gl.random.Generator):
    def __new__(cls, seed, count):
        generator = super().__new__(cls, seed)
        generator.count = count
        return generator


class Chain(gl.sparse.Sparse):
    label = None


class Saved(gl.Array):
    """Defines itself which data is stored."""

    def __getstate__(self):
        return {"kept": self.kept, "secret": None}

    def __setstate__(self, state):
        self.kept, self.secret = state["kept"] + 1, state["secret"]


class Text(gl.Elementwise):
    """A formula with an additional method."""

    def twice(self, x):
        return self(self(x))


def total(pair):
    array, generator = pair
    return gl.sum(array).item(), generator.random(2), type(array).__name__, array.name


def fail(array):
    return gl.solve(array, [1.0, 2.0])


def main():
    for copied in COPIES:
        a = Named([[1.0, 2.0], [3.0, 4.0]], "prices")
        b = copied(a)
        a[0, 0] = 9.0
        ok(type(b) is Named and b.name == "prices" and b.tolist() == [[1.0, 2.0], [3.0, 4.0]], "a derived array with its name")
        ok(b.itself is (a if copied is copy.copy else b), "which leads where it should")
        s = Slotted([1, 2])
        s.name = "in a slot"
        t = copied(s)
        ok(type(t) is Slotted and t.name == "in a slot" and not hasattr(t, "nothing") and t.tolist() == [1, 2], "slots too")
        g = Counted(3, 7)
        g.random(5)
        h = copied(g)
        ok(type(h) is Counted and h.count == 7 and h.random(4).tolist() == copied(g).random(4).tolist(), "a derived Generator")
        m = Chain([[0.0, 1.0], [0.5, 0.5]])
        m.label = "chain"
        n = copied(m)
        ok(type(n) is Chain and n.label == "chain" and n.toarray().tolist() == [[0.0, 1.0], [0.5, 0.5]], "a derived Sparse")
        v = Saved([1.0])
        v.kept, v.secret = 1, "secret"
        w = copied(v)
        ok(w.kept == 2 and w.secret is None, "a class that says itself what is kept")
    shared = copy.deepcopy([v, v, {"again": v}])
    ok(shared[0] is shared[1] is shared[2]["again"] and shared[0] is not v, "what was one object is one in a deep copy")

    # ---- derived classes
    f = Text("x", "y", "y = 2*x + 1")
    ok(type(f) is Text and f.twice([1.0]).tolist() == [7.0], "a class derived from Elementwise")
    ok(type(Counted(1, 2)) is Counted and type(gl.random.Generator(1)) is gl.random.Generator, "Generator")
    ok(type(type("Mine", (gl.Stream,), {})()).__name__ == "Mine", "Stream")
    matrix = gl.sparse.Sparse([[1.0]])
    ok(gl.sparse.Sparse(matrix) is matrix and type(Chain(matrix)) is Chain and type(Chain(Chain(matrix))) is Chain,
       "a Sparse of a Sparse")
    raises(TypeError, lambda: gl._native._adopt(gl.Stream, matrix), "no object becomes one of another class", "not derived")
    raises(TypeError, lambda: gl._native._adopt(int, matrix), "nor of none of the library's", "not derived")

    # ---- objects with device memory or queued work
    refused = [(f, "an Elementwise"), (gl.Stream(), "a Stream"), (gl.Stream().record(), "an Event")]
    try:
        refused.append((gl.sparse.factor(gl.sparse.Sparse([[2.0, 0.0], [0.0, 3.0]])), "a SparseFactor"))
    except gl.NotSupportedError as missing:
        skip("a SparseFactor is refused", missing)
    for x, name in refused:
        for copied in COPIES:
            raises(gl.DTypeError, lambda: copied(x), "%s is refused" % name, "copy: %s %s" % (name, KEPT))
            if copied is not copy.copy:
                raises(gl.DTypeError, lambda: copied([x]), "in a list too", KEPT)

    # ---- weak references
    cache, ended = weakref.WeakValueDictionary(), []
    for make in (lambda: gl.ones(3), lambda: gl.random.Generator(1), lambda: gl.sparse.Sparse([[1.0]]), gl.Stream,
                 lambda: Named([1], "x")):
        x = cache["x"] = make()
        weakref.finalize(x, ended.append, type(x).__name__)
        ok(cache["x"] is x, "a weak reference to %s" % type(x).__name__)
        del x
        gc.collect()
        ok("x" not in cache, "ends with it")
    same(ended, ["Array", "Generator", "Sparse", "Stream", "Named"], "and says so")
    large = gl.ones(1 << 16)
    seen = weakref.ref(large)
    del large
    ok(seen() is None, "a large array is not kept")
    before = gl._native.live_arrays()
    for i in range(100):
        x = Named([1.0], "circle")
        x.others = [gl.ones(10), x]
    del x
    gc.collect()
    same(gl._native.live_arrays(), before, "circles of references are collected")

    # ---- other processes
    for start in multiprocessing.get_all_start_methods():
        with multiprocessing.get_context(start).Pool(2) as pool:
            given = [(Named([1.0, 2.0], "n"), gl.random.Generator(5)), (Named([3.0], "m"), gl.random.Generator(5))]
            first, second = pool.map_async(total, given).get(60)
            ok((first[0], second[0], first[2:], second[3]) == (3.0, 3.0, ("Named", "n"), "m") and
               first[1].tolist() == second[1].tolist() == gl.random.Generator(5).random(2).tolist(), start)
            raises(gl.SingularError, lambda: pool.map_async(fail, [gl.zeros((2, 2))]).get(60), "errors come back",
                   "solve: a is")

    # ---- coroutines
    asyncio.run(coroutines())
    ok(gl.get_stream("host") == streams_before, "and the stream of the thread is what it was")

    # ---- limited address space
    script = ("import resource, gpulinalg as gl\ngl.set_device('host')\n"
              "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
              "state = gl.memory_info()\n"
              "try:\n    gl.ones(1 << 27)\nexcept gl.OutOfMemoryError as error:\n    text = str(error)\n"
              "print(state['free_bytes'] <= 1 << 30, state['total_bytes'] == 1 << 30, text)")
    few = dict(os.environ, GPULINALG_BACKENDS="host", GPULINALG_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # to save memory
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, timeout=60, env=few)
    ok(done.stdout.startswith("True True ones: host cannot allocate 1073741824 bytes"), "a limit of the address space is known")
    print("# " + done.stdout)


async def coroutines():
    square = gl.full((50, 50), 2.0)
    results = await asyncio.gather(*(asyncio.to_thread(gl.matmul, square, square) for _ in range(100)))
    ok(all(r[3, 3].item() == 200.0 for r in results), "a hundred products in threads of asyncio")
    tasks = [asyncio.create_task(asyncio.to_thread(gl.eigh, gl.ones((120, 120)))) for _ in range(20)]
    await asyncio.sleep(0.01)
    for task in tasks[::2]:
        task.cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    ok(all(isinstance(d, (gl.EighResult, asyncio.CancelledError)) for d in done) and
       all(abs(d.eigenvalues[-1].item() - 120) < 1e-10 for d in done[1::2]), "tasks that are cancelled leave the others alone")

    async def block(turns, wait):
        try:
            with gl.stream(gl.Stream("host")):
                turns.append(1)
                while len(turns) < wait:
                    await asyncio.sleep(0)
                return gl.sum(gl.ones(3)).item()
        finally:
            turns.append(1)

    turns = []
    first, second = await asyncio.gather(block(turns, 2), block(turns, 3), return_exceptions=True)
    ok(isinstance(first, gl.ArgumentError) and "coroutines take turns" in str(first) and second == 3.0,
       "blocks of streams of coroutines that take turns are noticed")
    ok(gl.get_stream("host") == streams_before, "and leave no stream behind")
    same(await asyncio.gather(*(asyncio.to_thread(in_stream, i) for i in range(4))), [3.0, 6.0, 9.0, 12.0],
         "in threads they work")
    ok(await asyncio.gather(*(block([], 0) for _ in range(3))) == [3.0] * 3, "and without a wait")


def in_stream(i):
    with gl.stream(gl.Stream("host")):
        return gl.sum(gl.full(3, i + 1.0)).item()


streams_before = gl.get_stream("host")
if __name__ == "__main__":
    main()
else:
    atexit.unregister(plan)  # in a process started by multiprocessing
