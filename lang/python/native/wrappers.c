/* wrappers.c - The module: SWIG's wrapper functions and our own initialisation. SWIG's initialisation is not used, because it
 * creates types and a second module for pointers and differs between SWIG's versions. */
#include "native_wrap.c"

PyMODINIT_FUNC PyInit__native(void)
{
    static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_native", .m_size = -1, .m_methods = SwigMethods};
    PyObject *module = PyModule_Create(&definition);
    if (module && gla_py_start(module) < 0)
        Py_CLEAR(module);
    return module;
}
