# host.m4 - OpenBLAS, with the LAPACK that it carries, for the host backend.

AC_DEFUN([GLA_HOST_LIBS],[
  save_LIBS=$LIBS
  LIBS="-lopenblas $save_LIBS"
  AC_MSG_CHECKING([for OpenBLAS])
  have_blas=no
  AC_LINK_IFELSE([AC_LANG_CALL([],[openblas_get_config])],[have_blas=yes])
  AC_MSG_RESULT([$have_blas])
  AS_IF([test $have_blas = no],
    [AC_MSG_ERROR([OpenBLAS is missing: install libopenblas-dev (Debian, Ubuntu) or openblas-devel (Fedora)])])
  # The routines are called by their Fortran names (src/backends/host/fortran.h), so one library serves for all.
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
