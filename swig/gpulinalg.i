/* gpulinalg.i - the one interface file; every language reads it.
 *
 * Typemaps go by C type, so a new function needs none.  What arguments mean is decided in src/binding; each language supplies,
 * in C, these conversions.  Every one returns a gla_status (error set with gla_argument_is and the like, see
 * gpulinalg/binding.h) but for the GLA_OUT ones, which return an object:
 *   GLA_READER                      the gla_reader of this call
 *   GLA_GIVEN(obj)                  whether the argument was given at all: else it keeps its default
 *   GLA_IS_NONE(obj)                whether the argument is None, undef ...
 *   GLA_IN_ARRAY(obj, &p, &tmp)     anything array-like, not none -> gla_array *p; *tmp is to be released (or NULL)
 *   GLA_IN_SELF(obj, &p)            an Array object itself -> gla_array *p, for functions that change it
 *   GLA_OUT_ARRAY(a)                takes the reference over
 *   GLA_OUT(form, place)            any other result that a function has stored there; releases what it holds
 *   GLA_APPEND(results, value)      one more result of the function
 *   GLA_RAISE(status)               a failure -> exception, with the thread's message as its text
 *   GLA_SHOW_WARNINGS()             the warnings of the thread's last call, as the language shows them; where one becomes an
 *                                   exception it drops the result and leaves the function
 */
#ifdef SWIGPYTHON
%module wrappers
#else
%module GPULinalg
#endif
%{
#include "gpulinalg.h"
#include "gpulinalg/call.h"
#include <string.h>

/* Types of arguments for the typemaps below; functions.i says which argument has one. */
typedef gla_array gla_optional_array;
typedef gla_arrays gla_optional_arrays;
typedef gla_ints gla_given_ints;
typedef gla_strings gla_labels;

/* A conversion has failed: name the function, as it is called in its namespace, and the argument. */
static const char *gla_called(const char *symbol);
#define GLA_FAIL_ARGUMENT(function, argument) { GLA_RAISE(gla_argument_of(gla_called(function), argument)); SWIG_fail; }
%}

%exception {
  gla_start_call();
  $action
}
/* The returned status alone decides, whatever has failed inside and been overcome.  What does not know whom it worked for
 * (GLA_UNNAMED) hears it. */
%typemap(out, noblock=1) gla_status {
  if ($1 != GLA_OK) {
    gla_argument_of(gla_called("$symname"), "device");
    GLA_RAISE($1);
    SWIG_fail;
  }
  $result = VOID_Object;
}

/* How SWIG makes an argument of a value.  FAILED is the conversion; KEPT, what it fills in besides, lives until RELEASE. */
%define GLA_ARGUMENT(CTYPE, KEPT, FAILED, RELEASE)
%typemap(in, noblock=1) CTYPE (KEPT) { if (FAILED) GLA_FAIL_ARGUMENT("$symname", "$1_name") }
%typemap(freearg, noblock=1) CTYPE { RELEASE; }
%enddef
/* By a function of gpulinalg/binding.h. */
%define GLA_READ(CTYPE, KEPT, FUNCTION, PLACES, RELEASE)
GLA_ARGUMENT(CTYPE, %arg(KEPT), %arg(GLA_GIVEN($input) && FUNCTION(GLA_READER, $input, PLACES)), %arg(RELEASE))
%enddef
/* The same where the argument is the address of what is kept. */
%define GLA_READ_INTO(CTYPE, KEPT, FUNCTION, PLACES, ADDRESS, RELEASE)
GLA_READ(CTYPE, %arg(KEPT), FUNCTION, %arg(PLACES), %arg(RELEASE))
%typemap(check, noblock=1) CTYPE { $1 = ADDRESS; }
%enddef
%define GLA_PLAIN(CTYPE, FUNCTION)
GLA_READ(CTYPE, , FUNCTION, &$1, )
%enddef

#define GLA_MADE gla_array *tmp = NULL
GLA_ARGUMENT(const gla_array *, GLA_MADE, %arg(GLA_IN_ARRAY($input, &$1, &tmp)), gla_unref(tmp$argnum))
GLA_ARGUMENT(const gla_optional_array *, GLA_MADE, %arg(!GLA_IS_NONE($input) && GLA_IN_ARRAY($input, &$1, &tmp)),
             gla_unref(tmp$argnum))
GLA_ARGUMENT(gla_array *, , %arg(GLA_IN_SELF($input, &$1)), )
GLA_READ(const gla_places *, GLA_MADE, gla_read_places, %arg(&$1, &tmp), gla_unref(tmp$argnum))
GLA_READ(const gla_typed *, GLA_MADE, gla_read_typed, %arg((gla_array **)&$1, &tmp), gla_unref(tmp$argnum))
%define GLA_LIST(CTYPE, KEPT, FUNCTION, RELEASE)
GLA_READ_INTO(const CTYPE *, KEPT list = {0}, FUNCTION, &list, &list$argnum, RELEASE(&list$argnum))
%enddef
GLA_LIST(gla_arrays, gla_arrays, gla_read_arrays, gla_release_arrays)
GLA_ARGUMENT(const gla_optional_arrays *, gla_arrays list = {0},
             %arg(!GLA_IS_NONE($input) && gla_read_arrays(GLA_READER, $input, &list)), gla_release_arrays(&list$argnum))
%typemap(check, noblock=1) const gla_optional_arrays * { $1 = &list$argnum; }
GLA_LIST(gla_typeds, gla_arrays, gla_read_typeds, gla_release_arrays)
GLA_LIST(gla_blocks, gla_arrays, gla_read_blocks, gla_release_arrays)
GLA_LIST(gla_sparses, gla_sparses, gla_read_sparses, gla_release_sparses)
GLA_READ_INTO(const gla_index *, %arg(gla_index index, gla_arrays held = {0}), gla_read_index, %arg(&index, &held),
              &index$argnum, gla_release_arrays(&held$argnum))
GLA_READ_INTO(const gla_bytes *, %arg(gla_bytes bytes = {0}, gla_text text = {0}), gla_read_bytes, %arg(&bytes, &text),
              %arg(bytes$argnum.data ? &bytes$argnum : NULL), gla_release_text(&text$argnum))
GLA_READ(const gla_chosen *, gla_choice choice = {0}, gla_read_chosen, %arg(&choice, (const gla_chosen **)&$1),
         gla_release_choice(&choice$argnum))
GLA_READ(const gla_ints *, gla_ints ints, gla_read_ints, %arg(&ints, (const gla_ints **)&$1), )
%apply const gla_ints * { const gla_given_ints * }
/* Shapes and permutations are never left out. */
%typemap(check, noblock=1) const gla_given_ints * {
  if (!$1) {
    GLA_RAISE(gla_fail(GLA_ARGUMENT_ERROR, "%s: $1_name is missing; give a list of integers", gla_called("$symname")));
    SWIG_fail;
  }
}
GLA_PLAIN(gla_dtype, gla_read_dtype)
GLA_PLAIN(gla_axis, gla_read_axis)
GLA_PLAIN(gla_maybe, gla_read_maybe)
GLA_PLAIN(bool, gla_read_bool)
GLA_PLAIN(int, gla_read_int)
GLA_PLAIN(int64_t, gla_read_int64)
GLA_PLAIN(double, gla_read_double)
/* An enum of C that scripts say as a number or a letter. */
GLA_READ_INTO(gla_transpose, int choice = 0, gla_read_transpose, &choice, (gla_transpose)choice$argnum, )
GLA_READ(const gla_strings *, , gla_read_texts, &$1, gla_strings_free($1))
GLA_READ(const gla_labels *, , gla_read_labels, &$1, gla_release_labels($1))
GLA_READ(const char *, gla_text text = {0}, gla_read_text, %arg((const char **)&$1, &text), gla_release_text(&text$argnum))
GLA_READ(const gla_path *, gla_text text = {0}, gla_read_path, %arg((const char **)&$1, &text), gla_release_text(&text$argnum))

/* Last of all, when the arguments have been released and the result is made. */
%typemap(ret, noblock=1) gla_status { if (gla_warning_count()) { GLA_SHOW_WARNINGS(); } }
%typemap(in, numinputs=0, noblock=1) gla_array ** (gla_array *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) gla_array ** { if (*$1) { GLA_APPEND($result, GLA_OUT_ARRAY(*$1)); } }
%define GLA_RESULT(CTYPE, FORM)
%typemap(in, numinputs=0, noblock=1) CTYPE * (CTYPE res = 0) { $1 = &res; }
%typemap(argout, noblock=1) CTYPE * { GLA_APPEND($result, GLA_OUT(FORM, $1)); }
%enddef
GLA_RESULT(char *, GLA_FORM_TEXT)
GLA_RESULT(gla_strings *, GLA_FORM_TEXTS)
%typemap(in, numinputs=0, noblock=1) gla_arrays ** (gla_arrays *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) gla_arrays ** { if (*$1) { GLA_APPEND($result, GLA_OUT(GLA_FORM_ARRAYS, $1)); } }
GLA_RESULT(gla_objects *, GLA_FORM_OBJECTS)
GLA_RESULT(gla_record *, GLA_FORM_RECORD)
GLA_RESULT(bool, GLA_FORM_BOOL)
GLA_RESULT(double, GLA_FORM_DOUBLE)
GLA_RESULT(gla_dtype, GLA_FORM_DTYPE)
GLA_RESULT(gla_ints *, GLA_FORM_SIZES)

/* Handles other than arrays.  None is a NULL pointer, which the functions that do not want it refuse. */
%define GLA_OBJECT(CTYPE, CLASS)
GLA_READ(const CTYPE *, void *made = NULL, gla_read_object, %arg(CLASS, (void **)&$1, &made), gla_object_unref(made$argnum))
GLA_RESULT(CTYPE *, GLA_FORM_OBJECT)
%enddef

/* Typemaps stand above, the languages' %inline code, which uses them, here: order matters. */
#if defined(SWIGPYTHON)
%include "python.i"
#elif defined(SWIGPERL)
%include "perl5.i"
#endif

%inline %{
/* Which of the names is near enough to be meant; -1: none. */
static int _nearest(const char *name, const gla_strings *names)
{
    return name && names ? gla_nearest_name(name, (const char *const *)names->v, (int)names->n) : -1;
}
%}

%rename("%(strip:[gla_])s") "";
#define GLA_NONE 0
typedef int gla_status, gla_dtype, gla_maybe, gla_transpose;
/* The classes and all functions, as tools/hdoc reads them in the headers. */
%include "functions.i"
