# User formulas: the language, its typed trees, and functions made from them.
formula_sources = \
	src/formula/read.h src/formula/read.c src/formula/syntax.h src/formula/syntax.c src/formula/parse.c \
	src/formula/parse_value.c src/formula/print.c \
	src/formula/expr.h src/formula/expr.c src/formula/ranges.c src/formula/constants.c src/formula/resolve.c \
	src/formula/rounds.h src/formula/rounds.c \
	src/formula/bind.h src/formula/bind.c src/formula/elementwise.h src/formula/elementwise.c src/formula/elementwise_scan.c \
	src/formula/lazy.h src/formula/lazy.c \
	src/formula/chain.h src/formula/chain.c src/formula/synchronize.c src/formula/fold.h src/formula/fold.c \
	src/formula/reduction.c src/formula/scan.c
EXTRA_DIST += src/formula/README.md
host_sources += \
	src/backends/host/formula/fold.c src/backends/host/formula/fold.h src/backends/host/formula/machine.c \
	src/backends/host/formula/machine.h src/backends/host/formula/map.c src/backends/host/formula/reduce.c \
	src/backends/host/formula/scan.c
device_sources += \
	src/backends/device/formula/formula.h src/backends/device/formula/map.c src/backends/device/formula/program.c \
	src/backends/device/formula/reduce.c src/backends/device/formula/scan.c
EXTRA_DIST += src/backends/host/formula/README.md src/backends/device/formula/README.md
