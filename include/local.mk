public_headers = \
	include/gpulinalg/core.h \
	include/gpulinalg/array.h \
	include/gpulinalg/shape.h \
	include/gpulinalg/index.h \
	include/gpulinalg/elementwise.h \
	include/gpulinalg/reduce.h \
	include/gpulinalg/linalg.h \
	include/gpulinalg/memory.h \
	include/gpulinalg/stream.h \
	include/gpulinalg/kernel.h \
	include/gpulinalg/expression.h \
	include/gpulinalg/io.h
gpulinalgincludedir = $(includedir)/gpulinalg
gpulinalginclude_HEADERS = $(public_headers)
include_HEADERS = include/gpulinalg.h
EXTRA_DIST += include/README.md
