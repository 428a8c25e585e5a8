bin_PROGRAMS += src/cli/gpulinalg
src_cli_gpulinalg_SOURCES = src/cli/main.c src/cli/calibrate.c src/cli/cli.h src/cli/doc.c \
	src/cli/manual.c src/cli/plan.c src/cli/warm.c
src_cli_gpulinalg_LDADD = src/libgpulinalg.la
EXTRA_DIST += src/cli/README.md
