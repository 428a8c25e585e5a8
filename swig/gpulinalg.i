/* gpulinalg.i - SWIG interface file shared by all languages.
 *
 * Typemaps depend on the C type only, so a new function needs none.  src/binding decides what arguments mean. Each language
 * supplies the following conversions in C.  All of them return a gla_status (with the error set by gla_argument_is and similar
 * functions, see gpulinalg/binding.h), except the GLA_OUT ones, which return an object:
 *   GLA_READER                      the gla_reader of this call
 *   GLA_GIVEN(obj)                  true if the argument was given; otherwise it keeps its default
 *   GLA_IS_NONE(obj)                true if the argument is None, undef ...
 *   GLA_IN_ARRAY(obj, &p, &tmp)     any array-like object except none -> gla_array *p; release *tmp afterwards (or NULL)
 *   GLA_IN_SELF(obj, &p)            an Array object itself -> gla_array *p, for functions that change it
 *   GLA_OUT_ARRAY(a)                object of an array; takes over the reference
 *   GLA_OUT(form, place)            object of any other result, which a function has stored at `place`; releases it
 *   GLA_APPEND(results, value)      append another result of the function
 *   GLA_RAISE(status)               raise an exception for a failure, with the thread's error message
 *   GLA_SHOW_WARNINGS()             show the warnings of the thread's last call; if one becomes an exception, drop the
 *                                   result and leave the function */
#ifdef SWIGPYTHON
%module wrappers
#else
%module GPULinalg
#endif
%{
#include "gpulinalg.h"
#include "gpulinalg/call.h"
#include <string.h>

/* Types of arguments for the typemaps below. functions.i states the type of each argument. */
typedef gla_array gla_optional_array;
typedef gla_arrays gla_optional_arrays;
typedef gla_ints gla_given_ints;
typedef gla_strings gla_labels;

/* Report a failed conversion: add the name of the argument, and of the function as called in its namespace. */
static const char *gla_called(const char *symbol);
#define GLA_FAIL_ARGUMENT(function, argument) { GLA_RAISE(gla_argument_of(gla_called(function), argument)); SWIG_fail; }
%}

%exception {
  gla_start_call();
  $action
}
/* Only the returned status matters; errors that the function has handled internally are ignored. If code reported an error
 * without naming a function (GLA_UNNAMED), the name is added here. */
%typemap(out, noblock=1) gla_status {
  if ($1 != GLA_OK) {
    gla_argument_of(gla_called("$symname"), "device");
    GLA_RAISE($1);
    SWIG_fail;
  }
  $result = VOID_Object;
}

/* Define SWIG's conversion of a value into an argument. FAILED is the conversion. KEPT is an additional variable for the
 * conversion, which lives until RELEASE. */
%define GLA_ARGUMENT(CTYPE, KEPT, FAILED, RELEASE)
%typemap(in, noblock=1) CTYPE (KEPT) { if (FAILED) GLA_FAIL_ARGUMENT("$symname", "$1_name") }
%typemap(freearg, noblock=1) CTYPE { RELEASE; }
%enddef
/* Convert with a function of gpulinalg/binding.h. */
%define GLA_READ(CTYPE, KEPT, FUNCTION, PLACES, RELEASE)
GLA_ARGUMENT(CTYPE, %arg(KEPT), %arg(GLA_GIVEN($input) && FUNCTION(GLA_READER, $input, PLACES)), %arg(RELEASE))
%enddef
/* The same for an argument that is the address of the variable. */
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
GLA_READ(const gla_variable *, gla_choice choice = {0}, gla_read_variable, %arg(&choice, (const gla_variable **)&$1),
         gla_release_choice(&choice$argnum))
GLA_READ(const gla_dataset *, gla_kept_data kept = {0}, gla_read_data, %arg(&kept, (const gla_dataset **)&$1),
         gla_release_data(&kept$argnum))
GLA_LIST(gla_fits, gla_fits, gla_read_fits, gla_release_fits)
GLA_READ(const gla_ints *, gla_ints ints, gla_read_ints, %arg(&ints, (const gla_ints **)&$1), )
%apply const gla_ints * { const gla_given_ints * }
/* Shapes and permutations must always be given. */
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
/* A C enum that scripts write as a number or as a letter. */
GLA_READ_INTO(gla_transpose, int choice = 0, gla_read_transpose, &choice, (gla_transpose)choice$argnum, )
GLA_READ(const gla_strings *, , gla_read_texts, &$1, gla_strings_free($1))
GLA_READ(const gla_labels *, , gla_read_labels, &$1, gla_release_labels($1))
GLA_READ(const char *, gla_text text = {0}, gla_read_text, %arg((const char **)&$1, &text), gla_release_text(&text$argnum))
GLA_READ(const gla_path *, gla_text text = {0}, gla_read_path, %arg((const char **)&$1, &text), gla_release_text(&text$argnum))

/* Runs after the arguments have been released and the result has been made. */
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
GLA_RESULT(int64_t, GLA_FORM_INT64)
GLA_RESULT(gla_dtype, GLA_FORM_DTYPE)
GLA_RESULT(gla_ints *, GLA_FORM_SIZES)

/* Handles other than arrays. None becomes a NULL pointer, which functions that require an object refuse. */
%define GLA_OBJECT(CTYPE, CLASS)
GLA_READ(const CTYPE *, void *made = NULL, gla_read_object, %arg(CLASS, (void **)&$1, &made), gla_object_unref(made$argnum))
GLA_RESULT(CTYPE *, GLA_FORM_OBJECT)
%enddef

/* Order matters: the typemaps above must precede the languages' %inline code, which uses them. */
#if defined(SWIGPYTHON)
%include "python.i"
#elif defined(SWIGPERL)
%include "perl5.i"
#endif

%inline %{
/* Return the index of the name nearest to the given name, or -1 if no name is near enough. */
static int _nearest(const char *name, const gla_strings *names)
{
    return name && names ? gla_nearest_name(name, (const char *const *)names->v, (int)names->n) : -1;
}
%}

%rename("%(strip:[gla_])s") "";
#define GLA_NONE 0
typedef int gla_status, gla_dtype, gla_maybe, gla_transpose;
/* The classes and all functions, generated from the headers by tools/hdoc. */
%include "functions.i"
