# perl.m4 - Perl, its headers, and PDL's headers. PERL=… chooses the interpreter.

# The parts of PDL's C interface, which changes between versions, that swig/perl/pdl.h uses.
AC_DEFUN([GLA_PDL_PROGRAM],[AC_LANG_SOURCE([[
#include "EXTERN.h"
#include "perl.h"
#include "XSUB.h"
#include "pdl.h"
#include "pdlcore.h"
#if PDL_CORE_VERSION < 20
#error an interface from before 2022
#endif
static void end(pdl *p, Size_t param) { (void)param; p->data = NULL; p->state &= ~PDL_DONTTOUCHDATA; }
int use(Core *core, SV *sv);
int use(Core *core, SV *sv)
{
    pdl *p = core->SvPDLV(sv), *q = core->pdlnew();
    pdl_error error = core->make_physvaffine(p);
    if (!error.error)
        error = core->setdims(q, p->dims, p->ndims);
    error = core->add_deletedata_magic(q, end, 0);
    core->SetSV_PDL(sv, PDL_VAFFOK(p) ? p->vafftrans->from : q);
    return p->vafftrans->incs[0] + p->vafftrans->offs + p->dimincs[0] + (p->sv == sv) + (p->state & PDL_BADVAL)
        + PDL_SB + PDL_ULL + PDL_CD + (error.message != NULL);
}
]])])

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
    have_pdl=no
    AS_IF([test -n "$pdl_include" && test $have_perl = yes],[
      save_CPPFLAGS=$CPPFLAGS
      CPPFLAGS="$CPPFLAGS $PERL_CFLAGS $PERL_CPPFLAGS -I$pdl_include"
      AC_COMPILE_IFELSE([GLA_PDL_PROGRAM],[have_pdl=yes])
      CPPFLAGS=$save_CPPFLAGS])
    AS_IF([test $have_pdl = yes],[
      PERL_CPPFLAGS="$PERL_CPPFLAGS -I$pdl_include -DHAVE_PDL=1"
      pdl_note="PDL "`$PERL -MPDL::Core -e 'print $PDL::Core::VERSION' 2>/dev/null`],
      [test -n "$pdl_include"],[pdl_note="headers of another PDL than those known (PDL works without them, slower)"],
      [pdl_note="no PDL headers (optional; PDL works without them, slower)"])
    AC_MSG_RESULT([$pdl_note])
    AS_IF([test "x$with_perl_installdir" = xsite],
      [with_perl_installdir=`$PERL -MConfig -e 'print $Config{installsitearch}'`])])
  AC_SUBST([perlarchdir],[$with_perl_installdir])
  AC_SUBST([PERL_CPPFLAGS])
  AC_SUBST([PERL_CFLAGS])
  AM_CONDITIONAL([BUILD_PERL],[test $have_perl = yes])
])
