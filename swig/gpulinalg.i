/* gpulinalg.i - the one interface file; every language reads it.
 *
 * Typemaps go by C type, so a new function needs none.  Each language supplies, in C, these conversions; every one
 * returns a gla_status (error set with gla_argument_is and the like, see gpulinalg/binding.h) but for the GLA_OUT ones, which
 * return an object:
 *   GLA_IS_NONE(obj)                whether the argument is None, undef ...
 *   GLA_IN_ARRAY(obj, &p, &tmp)     anything array-like, not none -> gla_array *p; *tmp is to be released (or NULL)
 *   GLA_IN_SELF(obj, &p)            an Array object itself -> gla_array *p, for functions that change it
 *   GLA_IN_PLACES(obj, &p, &tmp)    the same for a list of places
 *   GLA_IN_ARRAYS(obj, &list)       a list of array-likes -> gla_arrays; GLA_FREE_ARRAYS(&list) releases it
 *   GLA_IN_INDEX(obj, &index, &t)   an index expression -> gla_index; GLA_FREE_INDEX(&t) releases it.
 *                                   A list of numbers is an index array; one with text, none ... in it a list of places
 *   GLA_IN_INTS(obj, &store, &p)    none, integer or list -> const gla_ints *p (NULL for none)
 *   GLA_IN_DTYPE, _AXIS, _MAYBE, _BOOL, _INT, _INT64, _DOUBLE (obj, &value)
 *   GLA_IN_TEXT(obj, &p, &t)        none, text or a number (as text) -> const char *p; GLA_FREE_TEXT(&t)
 *   GLA_IN_PATH(obj, &p, &t)        the name of a file, as the language has such -> const char *p; GLA_FREE_TEXT(&t)
 *   GLA_IN_TEXTS(obj, &p)           none, a text, a list of texts, or a dictionary (names and texts in turn, sorted) -> a
 *                                   gla_strings *p of its own, or NULL
 *   GLA_IN_BYTES(obj, &bytes, &t)   bytes or text -> gla_bytes; GLA_FREE_TEXT(&t)
 *   GLA_IN_OBJECT(obj, class, &p)   a Stream, Event ... or none -> its handle, or NULL
 *   GLA_OUT_ARRAY(a), _OBJECT(o)    takes the reference over
 *   GLA_OUT_BOOL(b), _DOUBLE(d)     a plain value
 *   GLA_OUT_ARRAYS(list)            one array, or several as a tuple or list; frees the list
 *   GLA_OUT_TEXT(s), GLA_OUT_STRINGS(s), GLA_OUT_RECORD(r)   a string, a list of strings, a dictionary; frees it
 *   GLA_RAISE(status)               a failure -> exception, with the thread's message as its text
 *   GLA_SHOW_WARNINGS()             the warnings of the thread's last call, as the language shows them; where one becomes an
 *                                   exception it drops the result and leaves the function
 */
#ifdef SWIGPYTHON
%module(package="gpulinalg") _native
#else
%module GPULinalg
#endif
%{
#include "gpulinalg.h"
#include "gpulinalg/binding.h"
#include <string.h>

/* Types of arguments for the typemaps below; functions.i says which argument has one. */
typedef gla_array gla_optional_array;
typedef gla_ints gla_given_ints;

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

%typemap(in, noblock=1) const gla_array * (gla_array *tmp = NULL) {
  if (GLA_IN_ARRAY($input, &$1, &tmp) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
%typemap(freearg, noblock=1) const gla_array * { gla_unref(tmp$argnum); }

/* An array that may be left out. */
%typemap(in, noblock=1) const gla_optional_array * (gla_array *tmp = NULL) {
  if (!GLA_IS_NONE($input) && GLA_IN_ARRAY($input, &$1, &tmp) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
/* A list of places. */
%typemap(in, noblock=1) const gla_places * (gla_array *tmp = NULL) {
  if (GLA_IN_PLACES($input, &$1, &tmp) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
%typemap(freearg, noblock=1) const gla_optional_array *, const gla_places * { gla_unref(tmp$argnum); }

%typemap(in, noblock=1) gla_array * {
  if (GLA_IN_SELF($input, &$1) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}

%typemap(in, noblock=1) const gla_arrays * (gla_arrays list = {0, NULL}) {
  if (GLA_IN_ARRAYS($input, &list) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
  $1 = &list;
}
%typemap(freearg, noblock=1) const gla_arrays * { GLA_FREE_ARRAYS(&list$argnum); }

%typemap(in, noblock=1) const gla_index * (gla_index index, GlaTemp temp = {0}) {
  if (GLA_IN_INDEX($input, &index, &temp) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
  $1 = &index;
}
%typemap(freearg, noblock=1) const gla_index * { GLA_FREE_INDEX(&temp$argnum); }

%typemap(in, noblock=1) const gla_ints * (gla_ints ints) {
  if (GLA_IN_INTS($input, &ints, &$1) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
%apply const gla_ints * { const gla_given_ints * }
/* Shapes and permutations are never left out. */
%typemap(check, noblock=1) const gla_given_ints * {
  if (!$1) {
    GLA_RAISE(gla_fail(GLA_ARGUMENT_ERROR, "%s: $1_name is missing; give a list of integers", gla_called("$symname")));
    SWIG_fail;
  }
}

%define GLA_PLAIN(CTYPE, CONVERT)
%typemap(in, noblock=1) CTYPE {
  if (CONVERT($input, &$1) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
%enddef
GLA_PLAIN(gla_dtype, GLA_IN_DTYPE)
GLA_PLAIN(gla_axis, GLA_IN_AXIS)
GLA_PLAIN(gla_maybe, GLA_IN_MAYBE)
GLA_PLAIN(bool, GLA_IN_BOOL)
GLA_PLAIN(int, GLA_IN_INT)
/* An enum of C that scripts say as a number, which the function checks. */
%typemap(in, noblock=1) gla_transpose (int choice = 0) {
  if (GLA_IN_INT($input, &choice) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
  $1 = (gla_transpose)choice;
}
GLA_PLAIN(int64_t, GLA_IN_INT64)
GLA_PLAIN(double, GLA_IN_DOUBLE)

%typemap(in, noblock=1) const char * (GlaTemp temp = {0}) {
  if (GLA_IN_TEXT($input, &$1, &temp) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
%typemap(freearg, noblock=1) const char * { GLA_FREE_TEXT(&temp$argnum); }

%typemap(in, noblock=1) const gla_path * (GlaTemp temp = {0}) {
  if (GLA_IN_PATH($input, &$1, &temp) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
%typemap(freearg, noblock=1) const gla_path * { GLA_FREE_TEXT(&temp$argnum); }

%typemap(in, noblock=1) const gla_strings * {
  if (GLA_IN_TEXTS($input, &$1) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
%typemap(freearg, noblock=1) const gla_strings * { gla_strings_free($1); }
%typemap(in, noblock=1) const gla_bytes * (gla_bytes bytes, GlaTemp temp = {0}) {
  if (GLA_IN_BYTES($input, &bytes, &temp) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
  $1 = &bytes;
}
%typemap(freearg, noblock=1) const gla_bytes * { GLA_FREE_TEXT(&temp$argnum); }

/* Last of all, when the arguments have been released and the result is made. */
%typemap(ret, noblock=1) gla_status { if (gla_warning_count()) { GLA_SHOW_WARNINGS(); } }
%typemap(in, numinputs=0, noblock=1) gla_array ** (gla_array *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) gla_array ** { %append_output(GLA_OUT_ARRAY(*$1)); }
%typemap(in, numinputs=0, noblock=1) char ** (char *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) char ** { %append_output(GLA_OUT_TEXT(*$1)); }
%typemap(in, numinputs=0, noblock=1) gla_strings ** (gla_strings *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) gla_strings ** { %append_output(GLA_OUT_STRINGS(*$1)); }
%typemap(in, numinputs=0, noblock=1) gla_arrays ** (gla_arrays *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) gla_arrays ** { %append_output(GLA_OUT_ARRAYS(*$1)); }
%typemap(in, numinputs=0, noblock=1) gla_record ** (gla_record *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) gla_record ** { %append_output(GLA_OUT_RECORD(*$1)); }

%typemap(in, numinputs=0, noblock=1) bool * (bool res = false) { $1 = &res; }
%typemap(argout, noblock=1) bool * { %append_output(GLA_OUT_BOOL(*$1)); }
%typemap(in, numinputs=0, noblock=1) double * (double res = 0) { $1 = &res; }
%typemap(argout, noblock=1) double * { %append_output(GLA_OUT_DOUBLE(*$1)); }

/* Handles other than arrays.  None is a NULL pointer, which the functions that do not want it refuse. */
%define GLA_OBJECT(CTYPE, CLASS)
%typemap(in, noblock=1) const CTYPE * {
  if (GLA_IN_OBJECT($input, CLASS, (void **)&$1) != GLA_OK) GLA_FAIL_ARGUMENT("$symname", "$1_name")
}
%typemap(in, numinputs=0, noblock=1) CTYPE ** (CTYPE *res = NULL) { $1 = &res; }
%typemap(argout, noblock=1) CTYPE ** { %append_output(GLA_OUT_OBJECT(*$1)); }
%enddef

/* Typemaps stand above, the languages' %inline code, which uses them, here: order matters. */
#if defined(SWIGPYTHON)
%include "python.i"
#elif defined(SWIGPERL)
%include "perl5.i"
#endif

%rename("%(strip:[gla_])s") "";
#define GLA_NONE 0
typedef int gla_status, gla_dtype, gla_maybe, gla_transpose;
/* The classes and all functions, as tools/hdoc reads them in the headers. */
%include "functions.i"
