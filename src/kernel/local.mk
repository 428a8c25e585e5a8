# Users' device code: modules and kernels.
kernel_sources = src/kernel/kernel.h src/kernel/kernel.c src/kernel/launch.c src/kernel/module.c src/kernel/signature.c \
	src/kernel/preprocess.c src/kernel/words.h src/kernel/tokens.c
EXTRA_DIST += src/kernel/README.md
