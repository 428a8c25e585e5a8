/* temporaries.c - Reuse of the memory of temporary operands for the result.
 *
 * A temporary operand is a value that only the interpreter's value stack refers to. In W*(1 - x) the value of 1 - x has one
 * reference, owned by the value stack, which the interpreter drops after the product. But a single reference may also belong to
 * a C function that continues to use the object: an element of a NumPy array of objects, the object of a bound method. The
 * caller is therefore checked: an operator called directly by the interpreter's loop always returns through the same few
 * addresses. These addresses are recorded once, from operators in a function made for that purpose; operators called from
 * elsewhere never reuse memory. The check takes a microsecond, so it is skipped for small arrays. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* for dladdr; same value as in Python's headers */
#endif
#include "python/binding.h"

#include <dlfcn.h>
#include <unwind.h>

#if PY_VERSION_HEX < 0x030E0000
#define ON_THE_STACK(o) true /* true if the interpreter counts all references */
#else
#define ON_THE_STACK(o) PyUnstable_Object_IsUniqueReferencedTemporary(o)
#endif

#if defined(Py_GIL_DISABLED) || defined(PYPY_VERSION)
#define SUPPORTED false
#else
#define SUPPORTED true
#endif

#define LEVELS 4 /* maximum number of interpreter functions between an operator and the loop, including the loop */
#define SEEN 8   /* maximum number of our own functions called below the interpreter functions */

/* Return addresses of an operator and of its callers, up to the interpreter's loop. */
typedef struct way {
    int n;
    const void *address[LEVELS];
} way;

static way ways[64];
static int n_ways;
static enum { UNKNOWN, LEARNING, KNOWN } state;
static PyThreadState *calibrating_thread; /* the thread that runs the calibration */

typedef struct walk {
    way found;
    int seen;
} walk;

static _Unwind_Reason_Code climb(struct _Unwind_Context *context, void *arg)
{
    walk *w = arg;
    const void *at = (const void *)_Unwind_GetIP(context);
    if (w->found.n || at == w->found.address[0])
        w->found.address[w->found.n++] = at;
    return w->found.n == LEVELS || ++w->seen == LEVELS + SEEN ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* Return the call path from `caller`, which is the return address of an operator. */
static way path_from(const void *caller)
{
    walk w = {.found = {.address = {caller}}};
    _Unwind_Backtrace(climb, &w);
    return w.found;
}

/* Remove the addresses above the interpreter's loop. Return false if the loop is not on the path. */
static bool ends_in_loop(way *w)
{
    Dl_info info;
    for (int i = 0; i < w->n; i++)
        if (dladdr((const char *)w->address[i] - 1, &info) && info.dli_sname &&
            !strcmp(info.dli_sname, "_PyEval_EvalFrameDefault")) {
            w->n = i + 1;
            return true;
        }
    return false;
}

PyObject *gla_py_learn_caller(const void *caller)
{
    way w = path_from(caller);
    if (n_ways < (int)(sizeof ways / sizeof *ways) && ends_in_loop(&w))
        ways[n_ways++] = w;
    Py_RETURN_NONE;
}

bool gla_py_is_calibrating(void)
{
    return state == LEARNING && PyThreadState_Get() == calibrating_thread;
}

/* Record how the interpreter calls each operator: with an Array on both sides, and on either side. */
static void learn(size_t bytes)
{
    static const char lesson[] =
        "lambda x: (x+x, 1+x, x+1, x-x, 1-x, x-1, x*x, 2*x, x*2, x/x, 1/x, x/2, x//x, 1//x, x//2, x%x, 1%x, x%2, x**x, 2**x,"
        " x**2, x&x, 1&x, x&1, x|x, 1|x, x|1, x^x, 1^x, x^1, x<<x, 1<<x, x<<1, x>>x, 1>>x, x>>1, -x, +x, ~x)";
    gla_ints shape = {1, {(int64_t)bytes}};
    gla_array *a = NULL;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    calibrating_thread = PyThreadState_Get();
    state = LEARNING;
    GLA_PY_OWNED PyObject *names = PyDict_New(), *function = names ? PyRun_String(lesson, Py_eval_input, names, names) : NULL;
    GLA_PY_OWNED PyObject *x = function && !gla_empty(&shape, &a, GLA_INT8, "host") ? gla_py_wrap(a) : NULL;
    if (x)
        Py_XDECREF(PyObject_CallFunctionObjArgs(function, x, NULL));
    state = KNOWN;
    PyErr_Restore(type, value, trace);
}

static bool called_by_loop(const void *caller)
{
    bool here = false;
    for (int i = 0; i < n_ways && !here; i++)
        here = ways[i].address[0] == caller;
    if (!here)
        return false;
    way w = path_from(caller);
    for (int i = 0; i < n_ways; i++)
        if (w.n >= ways[i].n && !memcmp(w.address, ways[i].address, (size_t)ways[i].n * sizeof *w.address))
            return true;
    return false;
}

/* The object loses its array and refuses all use, because a script may find it in the garbage collector's lists. */
gla_array *gla_py_take_temporary(PyObject *o, const void *caller)
{
    PyTypeObject *type = Py_TYPE(o);
    if (!SUPPORTED || !caller || Py_REFCNT(o) != 1 || type != gla_py_class || type->tp_finalize || !ON_THE_STACK(o))
        return NULL;
    if (PyType_SUPPORTS_WEAKREFS(type) && *(PyObject **)PyObject_GET_WEAKREFS_LISTPTR(o))
        return NULL;
    if (state == UNKNOWN)
        learn(GLA_MIN_REUSED);
    gla_array *a = ((GlaObject *)o)->handle;
    /* Checked again, because other threads may have run during calibration. */
    if (state != KNOWN || !called_by_loop(caller) || Py_REFCNT(o) != 1 || !gla_offer(a))
        return NULL;
    ((GlaObject *)o)->handle = NULL;
    return a;
}
