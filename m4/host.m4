# host.m4 - requirements of the host backend: OpenBLAS with its LAPACK, and the x86-64 levels for which it is built.

AC_DEFUN([GLA_HOST_LIBS],[
  save_LIBS=$LIBS
  LIBS="-lopenblas $save_LIBS"
  AC_MSG_CHECKING([for OpenBLAS])
  have_blas=no
  AC_LINK_IFELSE([AC_LANG_CALL([],[openblas_get_config])],[have_blas=yes])
  AC_MSG_RESULT([$have_blas])
  AS_IF([test $have_blas = no],
    [AC_MSG_ERROR([OpenBLAS is missing: install libopenblas-dev (Debian, Ubuntu) or openblas-devel (Fedora)])])
  # The routines are called by their Fortran names (src/backends/host/dense/fortran.h), so one library is sufficient.
  AC_MSG_CHECKING([for LAPACK in OpenBLAS])
  have_lapack=no
  AC_LINK_IFELSE([AC_LANG_CALL([],[dgesdd_])],[have_lapack=yes])
  AC_MSG_RESULT([$have_lapack])
  AS_IF([test $have_lapack = no],
    [AC_MSG_ERROR([this OpenBLAS was built without LAPACK: install the one of the distribution])])
  LIBS=$save_LIBS
  HOST_LIBS="-lopenblas -lm"
  AC_SUBST([HOST_LIBS])
])

# Build one module for each level of x86-64 (as in its psABI), of which the registry loads one. On other processors, or if the
# compiler does not support levels, build one module for all processors. Sanitizers require a single module.
AC_DEFUN([GLA_HOST_LEVELS],[
  AC_ARG_ENABLE([host-levels],
    [AS_HELP_STRING([--disable-host-levels],[build the host backend for all processors only, not for newer ones too])],
    [],[enable_host_levels=yes])
  test "x$enable_sanitize" = xyes && enable_host_levels=no
  AS_IF([test "x$enable_host_levels" = xyes],[
    AC_MSG_CHECKING([whether $CC has levels of x86-64])
    save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror -march=x86-64-v4"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#ifndef __x86_64__
#error another processor
#endif]])],[],[enable_host_levels=no])
    CFLAGS=$save_CFLAGS
    AC_MSG_RESULT([$enable_host_levels])])
  AS_IF([test "x$enable_host_levels" = xyes],
    [AC_DEFINE([HAVE_HOST_LEVELS],[1],[Define to 1 where the host backend is built for each level of x86-64.])])
  AM_CONDITIONAL([HOST_LEVELS],[test "x$enable_host_levels" = xyes])
])
