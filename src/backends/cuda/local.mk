# The CUDA backend.
if BUILD_CUDA
plugin_LTLIBRARIES += src/backends/cuda/libgpulinalg-cuda.la src/backends/cuda/libgpulinalg-cuda-impl.la
src_backends_cuda_libgpulinalg_cuda_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_cuda_libgpulinalg_cuda_la_LIBADD = src/libgpulinalg.la
src_backends_cuda_libgpulinalg_cuda_la_SOURCES = src/backends/cuda/loader.c
# The backend itself is a separate library, so that tests can link its parts without a GPU.
noinst_LTLIBRARIES += src/backends/cuda/libbackend.la
src_backends_cuda_libgpulinalg_cuda_impl_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared $(CUDA_LDFLAGS)
src_backends_cuda_libgpulinalg_cuda_impl_la_LIBADD = src/backends/cuda/libbackend.la src/libgpulinalg.la \
	$(CUDA_MATH_LIBS) $(CUDA_LIBS) -ldl -lpthread -lm
src_backends_cuda_libgpulinalg_cuda_impl_la_SOURCES =
src_backends_cuda_libbackend_la_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS)
src_backends_cuda_libbackend_la_SOURCES = \
	src/backends/cuda/cuda.h src/backends/cuda/math.h \
	src/backends/cuda/transfer.h $(device_sources) \
	src/backends/cuda/device.c src/backends/cuda/memory.c src/backends/cuda/pinned.c src/backends/cuda/stream.c \
	src/backends/cuda/event.c src/backends/cuda/blocks.c src/backends/cuda/interop.c \
	src/backends/cuda/lanes.c src/backends/cuda/transfer.c src/backends/cuda/rows.c \
	src/backends/cuda/compile.c src/backends/cuda/compile.h src/backends/cuda/program.c src/backends/cuda/driver.c \
	src/backends/cuda/kernel.c src/backends/cuda/link.c src/backends/cuda/user_source.c \
	src/backends/cuda/math.c src/backends/cuda/float64_rate.c \
	src/backends/cuda/multiply.c src/backends/cuda/stack.c src/backends/cuda/blas.c \
	src/backends/cuda/panels.h src/backends/cuda/panels.c src/backends/cuda/lu_panels.c src/backends/cuda/qr_panels.c \
	src/backends/cuda/lu.c src/backends/cuda/lu_from_host.c src/backends/cuda/small.c \
	src/backends/cuda/cholesky.c src/backends/cuda/qr.c src/backends/cuda/svd.c src/backends/cuda/eigen.c \
	src/backends/cuda/eigen_check.c src/backends/cuda/matrix.c \
	src/backends/cuda/fft.h src/backends/cuda/fft.c src/backends/cuda/fft_plans.c \
	src/backends/cuda/tall.h src/backends/cuda/gram.c src/backends/cuda/gradient.c \
	src/backends/cuda/cudss.h src/backends/cuda/cudss.c src/backends/cuda/cudss_factor.c
endif
EXTRA_DIST += src/backends/cuda/README.md
