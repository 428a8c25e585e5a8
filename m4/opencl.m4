# opencl.m4 - OpenCL's headers and the ICD loader, in the compiler's default paths or in --with-opencl=DIR. Device drivers are
# found at run time.

AC_DEFUN([GLA_OPENCL],[
  AC_ARG_WITH([opencl],
    [AS_HELP_STRING([--with-opencl=DIR],[OpenCL headers and ICD loader; "no" leaves the OpenCL backend out])],
    [],[with_opencl=auto])
  have_opencl=no
  opencl_note="not asked for"
  AS_IF([test "x$with_opencl" != xno],[
    opencl_note="no CL/cl.h and libOpenCL; install opencl-headers and ocl-icd-opencl-dev, or use --with-opencl=DIR"
    AS_CASE([$with_opencl],[auto|yes],[],[
      OPENCL_CPPFLAGS="-isystem $with_opencl/include"
      OPENCL_LDFLAGS="-L$with_opencl/lib"])
    AC_MSG_CHECKING([for OpenCL])
    save_CPPFLAGS=$CPPFLAGS
    save_LIBS=$LIBS
    CPPFLAGS="$CPPFLAGS $OPENCL_CPPFLAGS"
    LIBS="$OPENCL_LDFLAGS -lOpenCL $LIBS"
    # The upper bits of array addresses contain the index of a buffer.
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
typedef char addresses_have_64_bits[sizeof(void *) == 8 ? 1 : -1];
]],[[cl_uint n; return clGetPlatformIDs(0, 0, &n);]])],[have_opencl=yes; opencl_note="CL/cl.h and libOpenCL"])
    CPPFLAGS=$save_CPPFLAGS
    LIBS=$save_LIBS
    AC_MSG_RESULT([$have_opencl])
    AS_CASE([$have_opencl,$with_opencl],[yes,*|*,auto],[],[AC_MSG_ERROR([$opencl_note])])
  ])
  # CLBlast is loaded on demand, so that one build works with it and without.
  have_clblast=no
  AS_IF([test $have_opencl = yes],[
    AC_MSG_CHECKING([for CLBlast])
    save_CPPFLAGS=$CPPFLAGS
    CPPFLAGS="$CPPFLAGS $OPENCL_CPPFLAGS"
    AC_PREPROC_IFELSE([AC_LANG_PROGRAM([[
#define CL_TARGET_OPENCL_VERSION 120
#include <clblast_c.h>
]])],[have_clblast=yes])
    CPPFLAGS=$save_CPPFLAGS
    AC_MSG_RESULT([$have_clblast])])
  AS_IF([test $have_clblast = yes],[AC_DEFINE([HAVE_CLBLAST],[1],[clblast_c.h is there.])])
  AM_CONDITIONAL([HAVE_CLBLAST],[test $have_clblast = yes])
  AS_IF([test $have_opencl = yes],[AC_DEFINE([HAVE_OPENCL],[1],[The OpenCL backend is built.])])
  AC_DEFINE_UNQUOTED([OPENCL_NOTE],["$opencl_note"],[Why there is no OpenCL.])
  AC_SUBST([OPENCL_CPPFLAGS])
  AC_SUBST([OPENCL_LDFLAGS])
  AM_CONDITIONAL([BUILD_OPENCL],[test $have_opencl = yes])
])
