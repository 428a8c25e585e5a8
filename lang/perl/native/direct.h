/* direct.h - Included before functions that have the interpreter as their argument my_perl. Otherwise each use of it would look
 * up the interpreter of the thread.  SWIG's own functions need that, so PERL_NO_GET_CONTEXT cannot be defined for all. */
#ifdef MULTIPLICITY
#undef aTHX
#undef aTHX_
#define aTHX my_perl
#define aTHX_ aTHX,
#endif
