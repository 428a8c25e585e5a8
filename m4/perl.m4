# perl.m4 - Perl, its headers, and those of PDL.  PERL=… chooses the interpreter.

AC_DEFUN([GLA_PERL],[
  AC_ARG_WITH([perl],[AS_HELP_STRING([--without-perl],[no Perl module])],[],[with_perl=yes])
  AC_ARG_WITH([perl-installdir],
    [AS_HELP_STRING([--with-perl-installdir=DIR],[LIBDIR/perl5 by default; "site" for where Perl itself looks])],
    [],[with_perl_installdir='${libdir}/perl5'])
  have_perl=no
  perl_note="not asked for"
  pdl_note=
  AS_IF([test "x$with_perl" != xno],[perl_note="no perl found"])
  AS_IF([test "x$with_perl" != xno && test "x$PERL" != xno],[
    AC_MSG_CHECKING([for the headers of $PERL])
    PERL_CORE=`$PERL -MConfig -e 'print "$Config{archlibexp}/CORE"'`
    PERL_CPPFLAGS="-I$PERL_CORE"
    PERL_CFLAGS=`$PERL -MConfig -e 'print $Config{ccflags}'`
    AS_IF([test -f "$PERL_CORE/perl.h"],[have_perl=yes])
    AC_MSG_RESULT([$have_perl])
    perl_version=`$PERL -e 'printf "%vd", $^V'`
    AS_IF([test $have_perl = yes],[perl_note="$PERL ($perl_version)"],
      [perl_note="no headers for $PERL: install libperl-dev"])
    AC_MSG_CHECKING([for PDL])
    pdl_include=`$PERL -e 'for (@INC) { if (-f "$_/PDL/Core/pdlcore.h") { print "$_/PDL/Core"; last } }'`
    AS_IF([test -n "$pdl_include"],[
      PERL_CPPFLAGS="$PERL_CPPFLAGS -I$pdl_include -DHAVE_PDL=1"
      pdl_note="PDL "`$PERL -MPDL::Core -e 'print $PDL::Core::VERSION' 2>/dev/null`],
      [pdl_note="no PDL headers (optional; PDL works without them, slower)"])
    AC_MSG_RESULT([$pdl_note])
    AS_IF([test "x$with_perl_installdir" = xsite],
      [with_perl_installdir=`$PERL -MConfig -e 'print $Config{installsitearch}'`])])
  AC_SUBST([perlarchdir],[$with_perl_installdir])
  AC_SUBST([PERL_CPPFLAGS])
  AC_SUBST([PERL_CFLAGS])
  AM_CONDITIONAL([BUILD_PERL],[test $have_perl = yes])
])
