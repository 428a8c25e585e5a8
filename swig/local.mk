# The interface of the languages.  The wrappers that SWIG makes of it lie in the source tree (lang/*) and are shipped:
# only those who change the interface or a header need SWIG.
# Bindings see the public headers only, as one that is built from an installation does.
binding_cppflags = -I$(top_srcdir)/include
swig_shared = swig/gpulinalg.i swig/docs.i $(public_headers)
SWIG_RUN = $(SWIG) -I$(srcdir)/swig -I$(srcdir)/include

EXTRA_DIST += swig/README.md swig/gpulinalg.i
