# fastcall.awk - SWIG's functions of several arguments take them in a tuple, which each call makes and frees.  This has them
# take the interpreter's own array (METH_FASTCALL).  It reads the file twice: at its end stands which functions these are.
NR == FNR && /METH_VARARGS, NULL}/ { fast[substr($3, 1, length($3) - 1)] = 1 }
NR == FNR { next }
/^SWIGINTERN PyObject \*_wrap_/ {
    name = substr($3, 2, index($3, "(") - 2)
    inside = name in fast
    if (inside)
        sub(/PyObject \*args\)/, "PyObject *const *args, Py_ssize_t given)")
}
inside { sub(/SWIG_Python_UnpackTuple\(args, /, "gla_py_unpack(args, given, ") }
/METH_VARARGS, NULL}/ { sub($3 " METH_VARARGS", "(PyCFunction)(void (*)(void))" $3 " METH_FASTCALL") }
{ print }
