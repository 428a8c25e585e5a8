# fftw.m4 - FFTW 3 in both precisions, for Fourier transforms on the host, in a separate module, because it is under the GPL.

AC_DEFUN([GLA_FFTW],[
  AC_ARG_WITH([fftw],
    [AS_HELP_STRING([--without-fftw],[no Fourier transforms on the host; FFTW, which does them, is under the GPL])],
    [],[with_fftw=auto])
  have_fftw=no
  fftw_note="not asked for"
  FFTW_LIBS=
  AS_IF([test "x$with_fftw" != xno],[
    fftw_note="no fftw3.h, libfftw3 and libfftw3f: no Fourier transforms on the host; install libfftw3-dev"
    AC_MSG_CHECKING([for FFTW])
    save_LIBS=$LIBS
    LIBS="-lfftw3 -lfftw3f $LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <fftw3.h>]],
      [[fftw_destroy_plan(0); fftwf_destroy_plan(0); return fftw_version[0];]])],
      [have_fftw=yes
       FFTW_LIBS="-lfftw3 -lfftw3f"
       fftw_note="FFTW 3, under the GPL, in a module of its own (LICENSE)"])
    LIBS=$save_LIBS
    AC_MSG_RESULT([$have_fftw])
    AS_CASE([$have_fftw,$with_fftw],[yes,*|*,auto],[],[AC_MSG_ERROR([$fftw_note])])
  ])
  AS_IF([test $have_fftw = yes],
    [AC_DEFINE([HAVE_FFTW],[1],[The module of FFTW is built.])],
    [AC_DEFINE([HAVE_FFTW],[0])])
  AC_SUBST([FFTW_LIBS])
  AM_CONDITIONAL([HAVE_FFTW],[test $have_fftw = yes])
])
