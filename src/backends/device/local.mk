# What the backends that run kernels/ share; the kernels' texts are embedded, and compiled at run time.
kernel_texts = kernels/prelude.h kernels/layouts.h kernels/scalar.h kernels/complex.h kernels/convert.h kernels/map.h \
	kernels/transpose.h kernels/range.h kernels/reduce.h kernels/dot.h kernels/index.h kernels/integer_gemm.h \
	kernels/matrix.h kernels/small.h kernels/small_eigh.h kernels/stack.h kernels/triangle.h kernels/tall.h \
	kernels/field.h kernels/product.h kernels/lower.h kernels/lu.h kernels/qr.h kernels/condition.h
kernel_texts_c = src/backends/device/kernel_texts.c
EXTRA_DIST += $(kernel_texts) kernels/README.md tools/text2c $(kernel_texts_c) src/backends/device/README.md
MAINTAINERCLEANFILES += $(srcdir)/$(kernel_texts_c)

$(srcdir)/$(kernel_texts_c): $(kernel_texts) tools/text2c
	$(AM_V_GEN)cd $(srcdir) && $(PERL) tools/text2c gla_kernel_text $(kernel_texts) > $(kernel_texts_c).tmp && \
		mv $(kernel_texts_c).tmp $(kernel_texts_c)

device_sources = src/backends/device/device.h src/backends/device/array_kernels.h src/backends/device/cache.h \
	src/backends/device/texts.h src/backends/device/layouts.h src/backends/device/source.c \
	src/backends/device/cache.c $(kernel_texts_c) \
	src/backends/device/queue.h src/backends/device/queue.c \
	src/backends/device/array_kernels.c src/backends/device/map.c src/backends/device/range.c src/backends/device/reduce.c \
	src/backends/device/index.c src/backends/device/triangle.c src/backends/device/integer_gemm.c src/backends/device/dot.c \
	src/backends/device/condition.h src/backends/device/condition.c src/backends/device/small.c
