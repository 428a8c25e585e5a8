# Sources shared by the backends that run kernels/; the sources of each area are listed in its own local.mk.
EXTRA_DIST += src/backends/device/README.md
device_sources += \
	src/backends/device/backend.c src/backends/device/cache.c src/backends/device/cache.h \
	src/backends/device/driver.h \
	src/backends/device/layouts.h src/backends/device/list/arrays.c src/backends/device/list/list.c \
	src/backends/device/list/list.h src/backends/device/list/matrices.c src/backends/device/list/warm.c \
	src/backends/device/list/warm.h src/backends/device/programs.c src/backends/device/programs.h \
	src/backends/device/queue.c src/backends/device/queue.h src/backends/device/cache_report.c
# Tables of the slots and program lists that these files define.
device_found = src/backends/device/found.h
BUILT_SOURCES += $(srcdir)/$(device_found)
MAINTAINERCLEANFILES += $(srcdir)/$(device_found)
EXTRA_DIST += $(device_found) tools/found
$(srcdir)/$(device_found): $(device_sources) tools/found $(srcdir)/Makefile.in
	$(AM_V_GEN)cd $(srcdir) && $(PERL) tools/found $(device_sources) > $(device_found).tmp && \
		mv $(device_found).tmp $(device_found)
EXTRA_DIST += src/backends/device/list/README.md
