/* direct.h - from here on the interpreter is the argument my_perl, which every function has; without this each use of it looks
 * for the interpreter of the thread.  SWIG's own functions need that, so PERL_NO_GET_CONTEXT cannot be defined for all. */
#ifdef MULTIPLICITY
#undef aTHX
#undef aTHX_
#define aTHX my_perl
#define aTHX_ aTHX,
#endif
