# The Python package. tools/hdoc generates _core.py, the namespaces and the type stubs, and SWIG generates native_wrap.c, in the
# source tree; they are shipped. automake reads this list; hdoc stops if the headers have a namespace that is not in it
namespaces = lang/python/gpulinalg/linalg lang/python/gpulinalg/fft lang/python/gpulinalg/special lang/python/gpulinalg/stats \
	lang/python/gpulinalg/random lang/python/gpulinalg/sparse lang/python/gpulinalg/markov lang/python/gpulinalg/econ
python_made = lang/python/gpulinalg/_core.py lang/python/gpulinalg/__init__.pyi $(namespaces:=.py) $(namespaces:=.pyi)
python_modules = lang/python/gpulinalg/__init__.py lang/python/gpulinalg/_array.py lang/python/gpulinalg/_dtypes.py \
	lang/python/gpulinalg/_hints.py \
	lang/python/gpulinalg/_placement.py lang/python/gpulinalg/_stream.py lang/python/gpulinalg/_inspection.py \
	lang/python/gpulinalg/_expression.py \
	lang/python/gpulinalg/_translate.py lang/python/gpulinalg/_bindings.py lang/python/gpulinalg/_source.py \
	lang/python/gpulinalg/_booleans.py lang/python/gpulinalg/_io.py lang/python/gpulinalg/_search.py \
	lang/python/gpulinalg/_grad.py \
	lang/python/gpulinalg/_format.py lang/python/gpulinalg/_named.py lang/python/gpulinalg/_random.py \
	lang/python/gpulinalg/_sparse.py \
	lang/python/gpulinalg/_operator.py lang/python/gpulinalg/_copies.py lang/python/gpulinalg/_numpy.py \
	lang/python/gpulinalg/_table.py lang/python/gpulinalg/_frames.py \
	lang/python/gpulinalg/_fit.py \
	lang/python/gpulinalg/_tables.py lang/python/gpulinalg/_core.py $(namespaces:=.py)
python_types = lang/python/gpulinalg/__init__.pyi $(namespaces:=.pyi) lang/python/gpulinalg/py.typed
python_interface = swig/python.i lang/python/fastcall.awk
# The C part of the module: conversions, and the module as the interpreter sees it.
python_binding = \
	swig/python/binding.h swig/python/memory.h \
	swig/python/arrow.h swig/python/arrow_columns.c swig/python/arrow_in.c swig/python/arrow_table.c swig/python/frames.c \
	swig/python/arrow_out.c swig/python/buffer.c swig/python/convert.c swig/python/dlpack_in.c swig/python/dlpack_out.c \
	swig/python/export.c \
	swig/python/handles.c swig/python/interface.c swig/python/memory.c swig/python/reader.c swig/python/results.c \
	swig/python/tables.c swig/python/texts.c swig/python/values.c \
	lang/python/native/native.h \
	lang/python/native/errors.c lang/python/native/items.c lang/python/native/module.c lang/python/native/operators.c \
	lang/python/native/temporaries.c lang/python/native/types.c
python_cppflags = $(binding_cppflags) -I$(top_srcdir)/swig -I$(top_srcdir)/lang $(PYTHON_CPPFLAGS)

# The stamp is written first, so that the generated files are newer than it.
lang/python/swig.stamp: $(swig_shared) $(python_interface)
	$(AM_V_at)touch $(srcdir)/lang/python/swig.stamp
	$(AM_V_GEN){ $(SWIG_RUN) -w321 -python -noproxy \
		-o $(srcdir)/lang/python/native_wrap.tmp $(srcdir)/swig/gpulinalg.i && \
		cd $(srcdir)/lang/python && \
		$(AWK) -f fastcall.awk native_wrap.tmp native_wrap.tmp > native_wrap.c && \
		rm native_wrap.tmp; } || { rm -f $(srcdir)/lang/python/swig.stamp; exit 1; }
lang/python/native_wrap.c: lang/python/swig.stamp
	$(AM_V_at)test -f $(srcdir)/$@ || \
		{ rm -f $(srcdir)/lang/python/swig.stamp; $(MAKE) $(AM_MAKEFLAGS) lang/python/swig.stamp; }

EXTRA_DIST += lang/python/gpulinalg/py.typed $(python_interface) lang/python/native_wrap.c $(python_modules) $(python_binding) \
	lang/python/swig.stamp lang/python/README.md lang/python/native/README.md \
	swig/python/README.md
MAINTAINERCLEANFILES += $(srcdir)/lang/python/native_wrap.c $(srcdir)/lang/python/swig.stamp

if BUILD_PYTHON
BUILT_SOURCES += lang/python/native_wrap.c
pkgpyexec_LTLIBRARIES = lang/python/_native.la
pkgpyexec_PYTHON = $(python_modules)
pkgpyexec_DATA = $(python_types)
noinst_LTLIBRARIES += lang/python/libbinding.la

# Our own files are compiled with all warnings, SWIG's output without those that it causes.
lang_python_libbinding_la_SOURCES = $(python_binding)
lang_python_libbinding_la_CPPFLAGS = $(python_cppflags)
lang_python__native_la_SOURCES = lang/python/native/wrappers.c
lang_python__native_la_CPPFLAGS = $(python_cppflags) -I$(top_srcdir)/lang/python -DSWIG_TYPE_TABLE=gpulinalg
lang_python__native_la_CFLAGS = $(AM_CFLAGS) -Wno-unused-parameter -Wno-unused-but-set-variable \
	-Wno-pointer-to-int-cast -Wno-void-pointer-to-enum-cast -Wno-missing-prototypes -Wno-missing-field-initializers
lang_python__native_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -export-symbols-regex '^PyInit__native$$'
lang_python__native_la_LIBADD = lang/python/libbinding.la src/libgpulinalg.la

# The package in the build tree, for `run`: the module itself and, if building outside the source tree, links to the sources.
noinst_DATA += lang/python/gpulinalg/_native.so
lang/python/gpulinalg/_native.so: lang/python/_native.la $(pkgpyexec_PYTHON) $(pkgpyexec_DATA)
	$(AM_V_at)$(MKDIR_P) lang/python/gpulinalg
	$(AM_V_at)for f in $(pkgpyexec_PYTHON) $(pkgpyexec_DATA); do \
		test -f $$f || $(LN_S) -f $(abs_top_srcdir)/$$f $$f; done
	$(AM_V_GEN)rm -f $@ && $(LN_S) ../$(objdir)/_native.so $@ && touch $@
clean_hooks += clean-python
clean-python:
	rm -rf lang/python/gpulinalg/_native.so lang/python/gpulinalg/__pycache__
	for f in $(pkgpyexec_PYTHON) $(pkgpyexec_DATA); do test ! -h $$f || rm -f $$f; done
endif
