src_libgpulinalg_la_SOURCES += src/krylov/krylov.h src/krylov/engine.c src/krylov/state.c \
	src/krylov/check.c src/krylov/scaling.c \
	src/krylov/methods.c src/krylov/gmres.c src/krylov/serve.c src/krylov/solve.c src/krylov/iteration.c \
	src/krylov/preconditioner.h src/krylov/preconditioner.c src/krylov/block_jacobi.c \
	src/krylov/chebyshev.c src/krylov/incomplete.c
kernel_texts += kernels/krylov.h kernels/krylov_sums.h
special_parts += kernels/krylov_numbers.h kernels/krylov_steps.h
EXTRA_DIST += src/krylov/README.md
host_sources += \
	src/backends/host/krylov/pass.c src/backends/host/krylov/pass.inc
device_sources += \
	src/backends/device/krylov/krylov.h src/backends/device/krylov/pass.c
EXTRA_DIST += src/backends/host/krylov/README.md src/backends/device/krylov/README.md
