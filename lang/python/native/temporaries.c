/* temporaries.c - operands that nobody but the interpreter's stack of values holds: the result may take their memory.
 *
 * In W*(1 - x) the value of 1 - x has one reference, that of the stack, which the interpreter drops when the product is there.
 * But one reference can also be that of a C function, which goes on using the object: an element of a NumPy array of objects,
 * the object of a bound method.  So it is looked at who called: an operator that comes straight from the interpreter's loop
 * returns through the same few addresses each time.  They are learnt once, from operators in a function made for that; from
 * anywhere else nothing is ever reused.  To find them costs a microsecond, which small arrays are not asked for. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* dladdr; as Python defines it */
#endif
#include "python/binding.h"

#include <dlfcn.h>
#include <unwind.h>

#if PY_VERSION_HEX < 0x030E0000
#define ON_THE_STACK(o) true /* whose references are all counted */
#else
#define ON_THE_STACK(o) PyUnstable_Object_IsUniqueReferencedTemporary(o)
#endif

#if defined(Py_GIL_DISABLED) || defined(PYPY_VERSION)
#define SUPPORTED false
#else
#define SUPPORTED true
#endif

#define LEVELS 4 /* functions of the interpreter between the loop and an operator, the loop included */
#define SEEN 8   /* our own below them, at most */

/* Where an operator and the functions above it return to, up to the interpreter's loop. */
typedef struct way {
    int n;
    const void *address[LEVELS];
} way;

static way ways[64];
static int n_ways;
static enum { UNKNOWN, LEARNING, KNOWN } state;
static PyThreadState *pupil; /* the thread that learns */

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

/* The way from `caller`, the address that an operator returns to. */
static way way_from(const void *caller)
{
    walk w = {.found = {.address = {caller}}};
    _Unwind_Backtrace(climb, &w);
    return w.found;
}

/* Cut off what is above the interpreter's loop; false when that is not on the way. */
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
    way w = way_from(caller);
    if (n_ways < (int)(sizeof ways / sizeof *ways) && ends_in_loop(&w))
        ways[n_ways++] = w;
    Py_RETURN_NONE;
}

bool gla_py_learns(void)
{
    return state == LEARNING && PyThreadState_Get() == pupil;
}

/* Each operator as the interpreter calls it: with an Array on both sides and on either. */
static void learn(size_t bytes)
{
    static const char lesson[] =
        "lambda x: (x+x, 1+x, x+1, x-x, 1-x, x-1, x*x, 2*x, x*2, x/x, 1/x, x/2, x//x, 1//x, x//2, x%x, 1%x, x%2, x**x, 2**x,"
        " x**2, x&x, 1&x, x&1, x|x, 1|x, x|1, x^x, 1^x, x^1, x<<x, 1<<x, x<<1, x>>x, 1>>x, x>>1, -x, +x, ~x)";
    gla_ints shape = {1, {(int64_t)bytes}};
    gla_array *a = NULL;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    pupil = PyThreadState_Get();
    state = LEARNING;
    GLA_PY_OWNED PyObject *names = PyDict_New(), *function = names ? PyRun_String(lesson, Py_eval_input, names, names) : NULL;
    GLA_PY_OWNED PyObject *x = function && !gla_empty(&shape, &a, GLA_INT8, "host") ? gla_py_wrap(a) : NULL;
    if (x)
        Py_XDECREF(PyObject_CallFunctionObjArgs(function, x, NULL));
    state = KNOWN;
    PyErr_Restore(type, value, trace);
}

static bool came_from_loop(const void *caller)
{
    bool here = false;
    for (int i = 0; i < n_ways && !here; i++)
        here = ways[i].address[0] == caller;
    if (!here)
        return false;
    way w = way_from(caller);
    for (int i = 0; i < n_ways; i++)
        if (w.n >= ways[i].n && !memcmp(w.address, ways[i].address, (size_t)ways[i].n * sizeof *w.address))
            return true;
    return false;
}

/* The object keeps nothing, and refuses all use, should somebody find it in the lists of the garbage collector. */
gla_array *gla_py_give_up(PyObject *o, const void *caller)
{
    PyTypeObject *type = Py_TYPE(o);
    if (!SUPPORTED || !caller || Py_REFCNT(o) != 1 || type != gla_py_class || type->tp_finalize || !ON_THE_STACK(o))
        return NULL;
    if (PyType_SUPPORTS_WEAKREFS(type) && *(PyObject **)PyObject_GET_WEAKREFS_LISTPTR(o))
        return NULL;
    if (state == UNKNOWN)
        learn(GLA_MIN_REUSED);
    gla_array *a = ((GlaObject *)o)->handle;
    /* Asked again: other threads may have run while it was learnt. */
    if (state != KNOWN || !came_from_loop(caller) || Py_REFCNT(o) != 1 || !gla_offer(a))
        return NULL;
    ((GlaObject *)o)->handle = NULL;
    return a;
}
