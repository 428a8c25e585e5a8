/* perl5.i - Perl's part of the interface.  Arrays are blessed references to handles (perl/handles.h); the class itself, its
 * operators and the Perl-specific syntax are in lang/perl/GPULinalg.pm. */
%{
#include <math.h>
#include <stdint.h>
#ifdef HAVE_PDL
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#undef warn
#include "pdl.h"
#include "pdlcore.h"
#undef barf
#pragma GCC diagnostic pop
#endif
#ifndef G_LIST
#define G_LIST G_ARRAY
#endif
#pragma push_macro("aTHX")
#pragma push_macro("aTHX_")
#include "perl/native/direct.h"
/* Conversions are in swig/perl; all other code that the interpreter calls is in lang/perl/native. Each header uses the
 * preceding headers. */
#include "perl/native/state.h"
#include "perl/handles.h"
#include "perl/texts.h"
#include "perl/native/errors.h"
#include "perl/hold.h"
#include "perl/native/signals.h"
#include "perl/reader.h"
#include "perl/pdl.h"
#include "perl/arguments.h"
#include "perl/results.h"
#include "perl/native/temporaries.h"
#include "perl/native/operators.h"
#include "perl/native/calls.h"
#include "perl/native/builtins.h"
#include "perl/native/install.h"
#define GLA_APPEND(results, value) \
    if (argvi >= items)             \
        EXTEND(sp, argvi + 1);      \
    results = value;                \
    argvi++
#define GLA_SHOW_WARNINGS() gla_pl_show_warnings(aTHX_ ax, argvi)
#pragma pop_macro("aTHX_")
#pragma pop_macro("aTHX")
%}
%wrapper %{
#include "perl/native/direct.h"
%}

%init %{
    gla_pl_install(aTHX);
%}

%typemap(in, noblock=1) SV * "$1 = $input;"
%typemap(out, noblock=1) SV * { $result = $1; argvi++; }
%typemap(in, numinputs=0, noblock=1) SV ** (SV *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) SV ** { GLA_APPEND($result, *$1); }
%typemap(out, noblock=1) int64_t { $result = sv_2mortal(newSViv((IV)$1)); argvi++; }
%typemap(out, noblock=1) bool { $result = boolSV($1); argvi++; }
%typemap(in, noblock=1) const gla_bytes *packed (gla_bytes bytes) {
  SV *packed$argnum = sv_mortalcopy($input); /* a copy shares the memory in Perl */
  if (!SvPOK(packed$argnum) || (SvUTF8(packed$argnum) && !sv_utf8_downgrade(packed$argnum, 1))) {
    GLA_RAISE(gla_fail(GLA_ARGUMENT_ERROR, "from_packed: a byte string, as returned by pack, is required"));
    SWIG_fail;
  }
  bytes = (gla_bytes){SvCUR(packed$argnum), SvPVX(packed$argnum)};
  $1 = &bytes;
}
%typemap(freearg) const gla_bytes *packed ""

/* Private functions that the class needs in addition to the library's functions. Their names begin with an underscore, which
 * messages omit. */
%inline %{
static SV *_shape(const gla_array *x) /* scripts call these methods so often that the overhead of result conversion matters */
{
    dTHX;
    dMY_CXT;
    AV *shape = newAV();
    for (int i = 0; i < gla_array_ndim(x); i++)
        av_push(shape, newSViv((IV)gla_array_shape(x)[i]));
    return sv_bless(sv_2mortal(newRV_noinc((SV *)shape)), MY_CXT.shape_class);
}
static const char *_dtype(const gla_array *x) { return gla_dtype_name(gla_array_dtype(x)); }
static SV *_device(const gla_array *x) { dTHX; return gla_pl_device(aTHX_ x); }
static bool _floating(const gla_array *x) { return gla_array_floating(x); }
static int64_t _size(const gla_array *x) { return gla_array_size(x); }
static int _ndim(const gla_array *x) { return gla_array_ndim(x); }
static gla_status _aref(const gla_array *x, SV **out)
{
    dTHX;
    gla_status st = gla_leave_tape("aref", x);
    return st ? st : gla_pl_show(aTHX_ x, false, out);
}
static gla_status _item(const gla_array *x, SV **out)
{
    dTHX;
    gla_status st = gla_leave_tape("item", x);
    return st ? st : gla_pl_item(aTHX_ x, out);
}
static gla_status _packed(const gla_array *x, SV **out) { dTHX; return gla_pl_packed(aTHX_ x, out); }
static gla_status _pdl(const gla_array *x, SV **out)
{
    dTHX;
    gla_status st = gla_leave_tape("pdl", x);
    return st ? st : gla_pl_to_pdl(aTHX_ x, out);
}
static gla_status _from_packed(const gla_bytes *packed, gla_dtype dtype, const gla_ints *shape, gla_array **out)
{
    return gla_from_bytes("from_packed: the packed string", packed, dtype, shape, out);
}
static gla_status _bool(const gla_array *x, bool *truth) { return gla_truth(x, truth); }
static gla_status _T(const gla_array *x, gla_array **out) { return gla_transpose_of(x, out); }
static const char *_pdl_type(const gla_array *x) { return gla_pl_pdl_types[gla_pl_pdl_type(gla_array_dtype(x))].name; }
static int64_t _live_arrays(void) { return gla_live_arrays(); }
static gla_status _refuse_copy(const char *class_name) { return gla_refuse_copy(class_name); }
static gla_status _fail(const char *kind, const char *message)
{
    int status = GLA_ARGUMENT_ERROR;
    for (int i = 1; i < GLA_STATUS_COUNT; i++)
        if (strEQ(kind, gla_status_name((gla_status)i)))
            status = i;
    return gla_fail((gla_status)status, "%s", message);
}
%}
