# compiler.m4 - compiler options: warnings, direct calls, sanitizers.

# Loops are marked for vectorisation; clang's warnings about loops that it cannot vectorise (calls of libm) are disabled.
# Functions with vector arguments are inlined, so their calling convention (-Wpsabi) does not matter.
AC_DEFUN([GLA_WARNINGS],[
  GLA_CFLAGS=
  for flag in -Wall -Wextra -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wno-unknown-pragmas \
    -Wno-pass-failed -Wno-psabi; do
    AC_MSG_CHECKING([whether $CC accepts $flag])
    save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror $flag"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM],[AC_MSG_RESULT([yes]); GLA_CFLAGS="$GLA_CFLAGS $flag"],[AC_MSG_RESULT([no])])
    CFLAGS=$save_CFLAGS
  done
  # One rounding for each operation, the same on every machine: no implicit fused multiply-add.
  GLA_CFLAGS="-std=gnu11 $GLA_CFLAGS -fvisibility=hidden -ffp-contract=off -fno-math-errno -fno-trapping-math"
  AC_SUBST([GLA_CFLAGS])
  # autoconf's default of -O2 does not vectorise loops on older compilers; the user's own CFLAGS are respected.
  AS_IF([test "x$ac_test_CFLAGS" != xset && test "x$ac_test_CFLAGS" != xy],[CFLAGS="-O3 -g"])
])

# The library calls its own functions directly, not through a table that another library could change.
AC_DEFUN([GLA_DIRECT_CALLS],[
  DIRECT_LDFLAGS=-Wl,-Bsymbolic-functions
  AC_MSG_CHECKING([whether the linker accepts $DIRECT_LDFLAGS])
  save_LDFLAGS=$LDFLAGS
  LDFLAGS="$LDFLAGS $DIRECT_LDFLAGS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM],[AC_MSG_RESULT([yes])],[AC_MSG_RESULT([no]); DIRECT_LDFLAGS=])
  LDFLAGS=$save_LDFLAGS
  AC_SUBST([DIRECT_LDFLAGS])
])

AC_DEFUN([GLA_SANITIZE],[
  AC_ARG_ENABLE([sanitize],
    [AS_HELP_STRING([--enable-sanitize],[build with AddressSanitizer and UBSan, for the C tests])],[],[enable_sanitize=no])
  AS_IF([test "x$enable_sanitize" = xyes],[
    SANITIZE_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
    CFLAGS="-O1 -g"
    GLA_CFLAGS="$GLA_CFLAGS $SANITIZE_FLAGS"])
  AC_SUBST([SANITIZE_FLAGS])
  AM_CONDITIONAL([SANITIZE],[test "x$enable_sanitize" = xyes])
])
