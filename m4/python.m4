# python.m4 - Python and its headers.  PYTHON=… chooses the interpreter.

AC_DEFUN([GLA_PYTHON],[
  AC_ARG_WITH([python],[AS_HELP_STRING([--without-python],[no Python module])],[],[with_python=yes])
  have_python=no
  python_note="not asked for"
  AS_IF([test "x$with_python" != xno],[
    AS_IF([test "x$with_python" != xyes],[PYTHON=$with_python])
    AM_PATH_PYTHON([3.9],[
      AC_MSG_CHECKING([for the headers of $PYTHON])
      PYTHON_CPPFLAGS=`$PYTHON -c "import sysconfig; get = sysconfig.get_path;
print('-I' + get('include'), '-I' + get('platinclude'))"`
      save_CPPFLAGS=$CPPFLAGS
      CPPFLAGS="$CPPFLAGS $PYTHON_CPPFLAGS"
      AC_PREPROC_IFELSE([AC_LANG_SOURCE([[#include <Python.h>]])],[have_python=yes])
      CPPFLAGS=$save_CPPFLAGS
      AC_MSG_RESULT([$have_python])
      AS_IF([test $have_python = yes],
        [python_note="$PYTHON ($PYTHON_VERSION)"],
        [python_note="no headers for $PYTHON: install python3-dev, or name another interpreter with PYTHON=..."])
      have_numpy=`$PYTHON -c "import numpy; print('NumPy ' + numpy.__version__)" 2>/dev/null || echo "no NumPy (optional)"`
    ],[python_note="no Python 3.9 or later found"])])
  AC_SUBST([PYTHON_CPPFLAGS])
  AM_CONDITIONAL([BUILD_PYTHON],[test $have_python = yes])
])
