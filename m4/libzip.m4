# libzip.m4 - libzip, which reads and writes .npz files, in a separate module.

AC_DEFUN([GLA_LIBZIP],[
  AC_ARG_WITH([libzip],[AS_HELP_STRING([--without-libzip],[.npz files are neither read nor written])],[],[with_libzip=auto])
  have_libzip=no
  libzip_note="not asked for"
  LIBZIP_LIBS=
  AS_IF([test "x$with_libzip" != xno],[
    libzip_note="no zip.h and libzip: .npz files are neither read nor written; install libzip-dev"
    AC_MSG_CHECKING([for libzip])
    save_LIBS=$LIBS
    LIBS="-lzip $LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <zip.h>]],
      [[zip_file_set_dostime(0, 0, 0, 0, 0); return zip_source_buffer_fragment_create(0, 0, 0, 0) == 0;]])],
      [have_libzip=yes
       LIBZIP_LIBS=-lzip
       libzip_note="libzip, for .npz files"])
    LIBS=$save_LIBS
    AC_MSG_RESULT([$have_libzip])
    AS_CASE([$have_libzip,$with_libzip],[yes,*|*,auto],[],[AC_MSG_ERROR([$libzip_note])])
  ])
  AS_IF([test $have_libzip = yes],
    [AC_DEFINE([HAVE_LIBZIP],[1],[The module of libzip is built.])],
    [AC_DEFINE([HAVE_LIBZIP],[0])])
  AC_SUBST([LIBZIP_LIBS])
  AM_CONDITIONAL([HAVE_LIBZIP],[test $have_libzip = yes])
])
