# The interface of the languages.  The wrappers that SWIG makes of it lie in the source tree (lang/*) and are shipped:
# only those who change the interface or add a function need SWIG.
# Bindings see the public headers only, as one that is built from an installation does.
binding_cppflags = -I$(top_srcdir)/include
swig_shared = swig/gpulinalg.i swig/functions.i
SWIG_RUN = $(SWIG) -I$(srcdir)/swig

EXTRA_DIST += swig/README.md swig/gpulinalg.i
