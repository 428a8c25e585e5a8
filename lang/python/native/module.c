/* module.c - Initialisation of the module, and the functions other than operators that class Array calls. */
#include "python/binding.h"

/* Other Python threads run during long computations of the library. */
static void *suspend(void)
{
    return PyGILState_Check() ? PyEval_SaveThread() : NULL;
}

static void resume(void *state)
{
    PyEval_RestoreThread(state);
}

/* Called during long waits. Return true to end the wait. Signal handlers run here, with the interpreter's lock. The exception
 * of a handler, such as KeyboardInterrupt, stays pending and becomes the exception of the call. */
static bool interrupted(void)
{
    if (!PyGILState_GetThisThreadState())
        return false;
    PyGILState_STATE state = PyGILState_Ensure();
    bool pending = PyErr_Occurred() || PyErr_CheckSignals() < 0;
    PyGILState_Release(state);
    return pending;
}

/* Fail if another interpreter has imported the module. Classes, hooks and the array type exist once per process. Python does
 * not initialise a module again in another interpreter, so the package calls this check. */
static int check_interpreter(void)
{
    static PyInterpreterState *ours;
    PyInterpreterState *here = PyThreadState_Get()->interp;
    if (!ours)
        ours = here;
    if (ours == here)
        return 0;
    PyErr_SetString(PyExc_ImportError, "gpulinalg supports one interpreter per process, and another interpreter has already "
                                       "imported it; use it there, or in another process");
    return -1;
}

static PyObject *one_interpreter(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return check_interpreter() < 0 ? NULL : gla_py_new_ref(Py_None);
}

static PyObject *live_arrays(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLongLong(gla_live_arrays());
}

void gla_py_fail_number(const char *name, Py_ssize_t given, Py_ssize_t least, Py_ssize_t most)
{
    PyErr_Format(PyExc_TypeError, "%s expected %s%zd arguments, got %zd", name,
                 least == most   ? ""
                 : given < least ? "at least "
                                 : "at most ",
                 given < least ? least : most, given);
}

static PyMethodDef functions[] = {
    {"_one_interpreter", one_interpreter, METH_NOARGS, NULL},
    {"_register", gla_py_register, METH_O, NULL},
    {"_adopt", gla_py_adopt, METH_VARARGS, NULL},
    {"_arrow_stream", gla_py_arrow_stream, METH_O, NULL},
    {"live_arrays", live_arrays, METH_NOARGS, "Number of array handles that exist now; for tests of leaks."},
    {NULL, NULL, 0, NULL}};

int gla_py_start(PyObject *module)
{
    static const gla_spelling spelling = {"=", "", ".", "@", "None", "True", "False"};
    if (check_interpreter() < 0 || gla_py_add_errors(module) < 0 || gla_py_add_types(module) < 0 ||
        PyModule_AddFunctions(module, functions) < 0)
        return -1;
    gla_set_spelling(&spelling);
    gla_set_work_hooks(suspend, resume);
    gla_set_interrupt_hook(interrupted);
    return 0;
}
