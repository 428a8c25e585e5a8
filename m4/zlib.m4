# zlib.m4 - zlib, which decompresses gzip files.

AC_DEFUN([GLA_ZLIB],[
  AC_ARG_WITH([zlib],[AS_HELP_STRING([--without-zlib],[gzip files are not read])],[],[with_zlib=auto])
  have_zlib=no
  zlib_note="not asked for"
  ZLIB_LIBS=
  AS_IF([test "x$with_zlib" != xno],[
    zlib_note="no zlib.h and libz: gzip files are not read; install zlib1g-dev"
    AC_MSG_CHECKING([for zlib])
    save_LIBS=$LIBS
    LIBS="-lz $LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <zlib.h>]],[[return inflateEnd(0) == Z_OK;]])],
      [have_zlib=yes
       ZLIB_LIBS=-lz
       zlib_note="zlib, for gzip files"])
    LIBS=$save_LIBS
    AC_MSG_RESULT([$have_zlib])
    AS_CASE([$have_zlib,$with_zlib],[yes,*|*,auto],[],[AC_MSG_ERROR([$zlib_note])])
  ])
  AC_SUBST([ZLIB_LIBS])
  AM_CONDITIONAL([HAVE_ZLIB],[test $have_zlib = yes])
])
