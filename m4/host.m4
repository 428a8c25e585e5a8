# host.m4 - OpenBLAS and LAPACKE for the host backend.

AC_DEFUN([GLA_HOST_LIBS],[
  save_LIBS=$LIBS
  have_blas=no
  LIBS="-lopenblas $save_LIBS"
  AC_MSG_CHECKING([for OpenBLAS])
  AC_LINK_IFELSE([AC_LANG_CALL([],[openblas_get_config])],[have_blas=yes])
  AC_MSG_RESULT([$have_blas])
  AS_IF([test $have_blas = no],
    [AC_MSG_ERROR([OpenBLAS is missing: install libopenblas-dev (Debian, Ubuntu) or openblas-devel (Fedora)])])
  LIBS="-llapacke -lopenblas $save_LIBS"
  AC_MSG_CHECKING([for LAPACKE])
  have_lapacke=no
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <lapacke.h>]],[[LAPACKE_dgesv_work(102, 0, 0, 0, 1, 0, 0, 1);]])],
    [have_lapacke=yes])
  AC_MSG_RESULT([$have_lapacke])
  AS_IF([test $have_lapacke = no],
    [AC_MSG_ERROR([LAPACKE is missing: install liblapacke-dev (Debian, Ubuntu) or lapack-devel (Fedora)])])
  LIBS=$save_LIBS
  # OpenBLAS before LAPACKE, so that LAPACKE's calls reach OpenBLAS's LAPACK.
  HOST_LIBS="-lopenblas -llapacke -lm"
  AC_SUBST([HOST_LIBS])
])
