/* direct.h - Included before functions that have the interpreter as their argument my_perl. Without this header each use of
 * my_perl would look up the interpreter of the thread. SWIG's own functions require that lookup, so PERL_NO_GET_CONTEXT cannot
 * be defined for the whole file. */
#ifdef MULTIPLICITY
#undef aTHX
#undef aTHX_
#define aTHX my_perl
#define aTHX_ aTHX,
#endif
