# Interfaces that a backend implements: tools/local.mk reads the slots from these.
contract_headers = src/backend.h src/contract/array.h src/contract/csr.h src/contract/dense.h src/contract/device.h \
	src/contract/direct.h src/contract/fft.h src/contract/fused.h src/contract/kernel.h src/contract/krylov.h \
	src/contract/launch.h src/contract/matrix.h src/contract/memory.h src/contract/program.h src/contract/quasi.h \
	src/contract/random.h src/contract/reduction.h src/contract/series.h src/contract/sorting.h \
	src/contract/sparse.h src/contract/stream.h

# The facade: one library that does not link any vendor library.
lib_LTLIBRARIES += src/libgpulinalg.la
src_libgpulinalg_la_CPPFLAGS = $(AM_CPPFLAGS) -DGLA_INSIDE -DGLA_PLUGIN_DIR='"$(plugindir)"'
src_libgpulinalg_la_LDFLAGS = $(AM_LDFLAGS) $(DIRECT_LDFLAGS) -version-info 0:0:0 -no-undefined
src_libgpulinalg_la_LIBADD = -lm
src_libgpulinalg_la_SOURCES = \
	src/array.h $(contract_headers) src/contract/array_slots.h src/entries.h src/entries.c src/derivatives.c src/needs.c \
	src/binding/arguments.c src/binding/call.c src/binding/dlpack.c src/binding/exchange.c src/binding/formats.c \
	src/binding/functions.c src/binding/hints.c src/binding/hints.h src/binding/index.c src/binding/methods.c \
	src/binding/suggest_name.c src/binding/nested.c src/binding/nested.h src/binding/operators.c src/binding/options.c \
	src/binding/reader.h src/binding/results.c src/binding/lists.c src/binding/lists.h src/binding/texts.h src/binding/sparses.c \
	src/binding/tables.c src/binding/columns.c src/binding/columns.h src/binding/column_values.c src/binding/objects.c \
	src/binding/value.c src/binding/texts.c src/binding/labels.c src/binding/words.c src/complexes.h \
	src/io/cells.c src/io/encoding.c src/io/file.c src/io/form.c src/io/form.h src/io/hint.c src/io/io.h src/io/levels.c \
	src/io/levels.h src/io/npy.c src/io/options.c src/io/interruptible_io.c src/io/report.c src/io/sample.c \
	src/io/sample.h src/io/table_start.c src/io/table.h src/io/utf16.c \
	src/io/number.c src/io/read_table.c src/io/replace.c src/io/write_table.c \
	src/info/calibrate.c src/info/crossover.c src/info/info.c src/info/plot.c src/info/plot.h src/info/question.c \
	src/info/question.h src/info/samples.c src/info/samples.h src/info/warm.c \
	src/memory/bools.c src/memory/empty_pinned.c src/memory/info.c src/memory/limit.c \
	src/shape/dims.c src/shape/flip.c src/shape/join.c src/shape/join.h src/shape/reshape.c \
	src/shape/reshape.h src/shape/transpose.c \
	src/index/arrays.c src/index/getitem.c src/index/parse.c src/index/select.c src/index/select.h src/index/setitem.c \
	src/index/take.c \
	src/matrices/block.c src/matrices/diag.c src/matrices/indices.c src/matrices/kron.c src/matrices/stack.c \
	src/matrices/toeplitz.c src/matrices/vander.c \
	src/inspection/inspection.h src/inspection/limits.c src/inspection/namespace.c src/inspection/types.c \
	src/shape/axes.c src/shape/broadcast.c src/shape/diff.c src/shape/pad.c src/shape/repeat.c src/shape/roll.c \
	src/shape/triangle.c src/shape/view.c src/shape/windows.c \
	src/index/along_axis.c src/index/along_axis.h \
	$(kernel_sources) $(dialect_sources) $(formula_sources) \
	src/scan/cumulative.c src/scan/nonzero.c \
	src/groups/common.h src/groups/common.c src/groups/choices.c src/groups/sums.c
EXTRA_DIST += src/index/README.md src/shape/README.md
EXTRA_DIST += src/README.md src/info/README.md src/memory/README.md src/backends/README.md src/backends/host/README.md \
	src/binding/README.md src/io/README.md src/matrices/README.md
EXTRA_DIST += src/scan/README.md
EXTRA_DIST += src/inspection/README.md
EXTRA_DIST += src/contract/README.md
EXTRA_DIST += src/groups/README.md
