# Users' device code: modules and kernels.
kernel_sources = src/kernel/kernel.h src/kernel/kernel.c src/kernel/launch.c src/kernel/module.c src/kernel/signature.c \
	src/kernel/visible.c src/kernel/words.h src/kernel/words.c
EXTRA_DIST += src/kernel/README.md
