# Users' formulas: the language, its typed trees, functions made of them, their device code.
formula_sources = \
	src/formula/read.h src/formula/read.c src/formula/syntax.h src/formula/syntax.c src/formula/parse.c \
	src/formula/parse_value.c src/formula/print.c \
	src/formula/expr.h src/formula/expr.c src/formula/constants.c src/formula/resolve.c src/formula/rounds.h \
	src/formula/rounds.c \
	src/formula/bind.h src/formula/bind.c src/formula/elementwise.c src/formula/fold.h src/formula/fold.c \
	src/formula/reduction.c src/formula/scan.c \
	src/formula/dialect.h src/formula/dialect.c src/formula/code.h src/formula/code.c src/formula/vocabulary.c $(vocabulary_c) \
	src/formula/device.h src/formula/device.c src/formula/device_map.c src/formula/device_fold.h \
	src/formula/device_fold.c src/formula/device_reduce.c src/formula/device_scan.c
EXTRA_DIST += src/formula/README.md

# The words of the dialect's scalar types and the frames of reductions and scans, for device code that the facade writes.
vocabulary_texts = kernels/scalar.h kernels/complex.h kernels/convert.h kernels/fold.h kernels/scan.h
vocabulary_c = src/formula/vocabulary_texts.c
$(srcdir)/$(vocabulary_c): $(vocabulary_texts) tools/text2c
	$(AM_V_GEN)cd $(srcdir) && $(PERL) tools/text2c gla_dialect_source $(vocabulary_texts) \
		| sed 's|"backends/device/texts.h"|"formula/code.h"|' > $(vocabulary_c).tmp && mv $(vocabulary_c).tmp $(vocabulary_c)
EXTRA_DIST += $(vocabulary_texts)
MAINTAINERCLEANFILES += $(srcdir)/$(vocabulary_c)
