# The interface of the languages.  The wrappers that SWIG generates from it are stored in the source tree (lang/*) and shipped:
# SWIG is needed only to change the interface or to add a function.
# Bindings use the public headers only, so that a binding can also be built against an installed library.
binding_cppflags = -I$(top_srcdir)/include
swig_shared = swig/gpulinalg.i swig/functions.i
SWIG_RUN = $(SWIG) -I$(srcdir)/swig

EXTRA_DIST += swig/README.md swig/gpulinalg.i
