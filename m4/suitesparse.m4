# suitesparse.m4 - UMFPACK, KLU, CHOLMOD and SPQR, for sparse linear systems on the host, in a separate module, because parts of
# them are under the GPL.

AC_DEFUN([GLA_SUITESPARSE],[
  AC_ARG_WITH([suitesparse],
    [AS_HELP_STRING([--without-suitesparse],[no sparse direct solvers on the host; parts of SuiteSparse are under the GPL])],
    [],[with_suitesparse=auto])
  have_suitesparse=no
  suitesparse_note="not asked for"
  SUITESPARSE_CPPFLAGS=
  SUITESPARSE_LIBS=
  AS_IF([test "x$with_suitesparse" != xno],[
    suitesparse_note="no umfpack.h, libumfpack, libklu, libcholmod and libspqr: none on the host; install libsuitesparse-dev"
    AC_MSG_CHECKING([for SuiteSparse])
    save_LIBS=$LIBS
    save_CPPFLAGS=$CPPFLAGS
    LIBS="-lspqr -lumfpack -lklu -lcholmod -lsuitesparseconfig $LIBS"
    for gla_flags in "" "-I/usr/include/suitesparse"; do
      test $have_suitesparse = yes && continue
      CPPFLAGS="$gla_flags $save_CPPFLAGS"
      AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <umfpack.h>
#include <klu.h>
#include <SuiteSparseQR_C.h>]],
        [[double control[UMFPACK_CONTROL]; umfpack_zl_defaults(control); klu_l_defaults(0); cholmod_l_start(0);
          return SuiteSparseQR_C_free(0, 0);]])],
        [have_suitesparse=yes
         SUITESPARSE_CPPFLAGS=$gla_flags
         SUITESPARSE_LIBS="-lspqr -lumfpack -lklu -lcholmod -lsuitesparseconfig"
         suitesparse_note="SuiteSparse, partly under the GPL, in a module of its own (LICENSE)"])
    done
    LIBS=$save_LIBS
    CPPFLAGS=$save_CPPFLAGS
    AC_MSG_RESULT([$have_suitesparse])
    AS_CASE([$have_suitesparse,$with_suitesparse],[yes,*|*,auto],[],[AC_MSG_ERROR([$suitesparse_note])])
  ])
  AS_IF([test $have_suitesparse = yes],
    [AC_DEFINE([HAVE_SUITESPARSE],[1],[The module of SuiteSparse is built.])],
    [AC_DEFINE([HAVE_SUITESPARSE],[0])])
  AC_SUBST([SUITESPARSE_CPPFLAGS])
  AC_SUBST([SUITESPARSE_LIBS])
  AM_CONDITIONAL([HAVE_SUITESPARSE],[test $have_suitesparse = yes])
])
