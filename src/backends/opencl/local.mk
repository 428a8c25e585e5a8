# The OpenCL backend.
if BUILD_OPENCL
plugin_LTLIBRARIES += src/backends/opencl/libgpulinalg-opencl.la src/backends/opencl/libgpulinalg-opencl-impl.la
src_backends_opencl_libgpulinalg_opencl_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_opencl_libgpulinalg_opencl_la_LIBADD = src/libgpulinalg.la
src_backends_opencl_libgpulinalg_opencl_la_SOURCES = src/backends/opencl/loader.c
# The backend itself is a separate library, so that tests can link its parts without a device.
noinst_LTLIBRARIES += src/backends/opencl/libbackend.la
src_backends_opencl_libgpulinalg_opencl_impl_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared $(OPENCL_LDFLAGS)
src_backends_opencl_libgpulinalg_opencl_impl_la_LIBADD = src/backends/opencl/libbackend.la src/libgpulinalg.la \
	-lOpenCL -ldl -lpthread -lm
src_backends_opencl_libgpulinalg_opencl_impl_la_SOURCES =
src_backends_opencl_libbackend_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CPPFLAGS)
src_backends_opencl_libbackend_la_SOURCES = src/backends/opencl/opencl.h src/backends/opencl/signature.h \
	$(device_sources) src/backends/opencl/driver.c src/backends/opencl/device.c src/backends/opencl/platforms.c \
	src/backends/opencl/memory.c src/backends/opencl/pinned.c src/backends/opencl/stream.c \
	src/backends/opencl/transfer.c src/backends/opencl/signature.c src/backends/opencl/compile.c src/backends/opencl/cubin.c \
	src/backends/opencl/kernel.c src/backends/opencl/program.c src/backends/opencl/module.c \
	src/backends/opencl/clblast.h src/backends/opencl/clblast.c
endif
EXTRA_DIST += src/backends/opencl/README.md
