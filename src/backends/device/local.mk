# What the backends that run kernels/ share; the kernels' texts are embedded, and compiled at run time.
kernel_texts = kernels/prelude.h kernels/prelude_c.h kernels/layouts.h kernels/scalar.h kernels/complex.h kernels/convert.h \
	kernels/map.h kernels/transpose.h kernels/range.h kernels/reduce.h kernels/dot.h kernels/index.h kernels/integer_gemm.h \
	kernels/matrix.h kernels/small.h kernels/small_eigh.h kernels/stack.h kernels/triangle.h kernels/tall.h \
	kernels/field.h kernels/product.h kernels/lower.h kernels/substitute.h kernels/lu.h kernels/qr.h kernels/condition.h
kernel_texts_c = src/backends/device/kernel_texts.c
EXTRA_DIST += $(kernel_texts) kernels/README.md tools/text2c $(kernel_texts_c) src/backends/device/README.md
MAINTAINERCLEANFILES += $(srcdir)/$(kernel_texts_c)

$(srcdir)/$(kernel_texts_c): $(kernel_texts) tools/text2c
	$(AM_V_GEN)cd $(srcdir) && $(PERL) tools/text2c gla_kernel_text $(kernel_texts) > $(kernel_texts_c).tmp && \
		mv $(kernel_texts_c).tmp $(kernel_texts_c)

device_array = src/backends/device/array
device_dense = src/backends/device/dense
device_sources = src/backends/device/driver.h src/backends/device/backend.c src/backends/device/layouts.h \
	src/backends/device/programs.h src/backends/device/programs.c src/backends/device/texts.h \
	src/backends/device/source.c $(kernel_texts_c) src/backends/device/cache.h src/backends/device/cache.c \
	src/backends/device/queue.h src/backends/device/queue.c \
	$(device_array)/array_kernels.h $(device_array)/array_kernels.c $(device_array)/map.c $(device_array)/range.c \
	$(device_array)/reduce.c $(device_array)/index.c $(device_array)/triangle.c \
	$(device_dense)/dense.h $(device_dense)/dense.c $(device_dense)/product.c $(device_dense)/dot.c \
	$(device_dense)/integer_gemm.c $(device_dense)/triangular.c $(device_dense)/substitute.c \
	$(device_dense)/condition.h $(device_dense)/condition.c \
	$(device_dense)/lu.c $(device_dense)/cholesky.c $(device_dense)/qr.c $(device_dense)/small.c \
	$(device_dense)/small_programs.c $(device_dense)/gradient.c $(device_dense)/lapack.c
EXTRA_DIST += $(device_array)/README.md $(device_dense)/README.md
