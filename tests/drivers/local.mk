# The C driver.
check_PROGRAMS += tests/drivers/cases
tests_drivers_cases_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/drivers
tests_drivers_cases_LDFLAGS = $(AM_LDFLAGS) -no-install
tests_drivers_cases_LDADD = src/libgpulinalg.la -lm
tests_drivers_cases_SOURCES = tests/drivers/cases.h tests/drivers/call.c tests/drivers/cases.c tests/drivers/compare.c \
	tests/drivers/memory.c tests/drivers/parse.c tests/drivers/reader.c tests/drivers/statement.c

# The cases in each language on each device; results are compared byte by byte.
conformance_scripts = tests/drivers/conformance.sh tests/drivers/levels.sh tests/drivers/starved.sh tests/drivers/emulated.sh
TESTS += $(conformance_scripts)
# Other variants of kernels. They are not run with sanitizers, because the same C code launches them.
emulated_scripts = tests/drivers/emulated-warps.sh tests/drivers/emulated-resident.sh tests/drivers/races.sh
case_languages = c
if !SANITIZE
if BUILD_PYTHON
case_languages += python
endif
if BUILD_PERL
case_languages += perl
endif
TESTS += $(emulated_scripts) tests/drivers/outcomes.sh
check_LTLIBRARIES += tests/drivers/outcomes.la
endif
tests_drivers_outcomes_la_SOURCES = tests/drivers/outcomes.c
tests_drivers_outcomes_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -rpath /nowhere
tests_drivers_outcomes_la_LIBADD = src/libgpulinalg.la
# starved.sh runs after conformance.sh, so that device code has been compiled.
tests/drivers/starved.log: $(filter tests/drivers/conformance.log,$(TEST_LOGS))
EXTRA_DIST += $(conformance_scripts) $(emulated_scripts) tests/drivers/README.md tests/drivers/cases.py tests/drivers/cases.pl \
	tests/drivers/merge-tap tests/drivers/check-case tests/drivers/in-each-language tests/drivers/jobs \
	tests/drivers/on-each-device tests/drivers/outcomes.sh tests/drivers/select tests/drivers/starve tests/drivers/sanitize-gpu.sh

# One case file, or all files of an area, in each language: make check-case CASE=linalg/solve [DEVICE=opencl:0]
# [LANGUAGES=python]
DEVICE = host
LANGUAGES = $(case_languages)
check-case: all tests/drivers/cases$(EXEEXT) \
		$(if $(filter emulated:%,$(DEVICE)),src/backends/emulated/libgpulinalg-emulated.la)
	@$(AM_TESTS_ENVIRONMENT) ./run $(SHELL) $(srcdir)/tests/drivers/check-case $(DEVICE) $(CASE)
.PHONY: check-case

check-sanitizer: all $(check_PROGRAMS)
	@srcdir='$(srcdir)' ./run $(SHELL) $(srcdir)/tests/drivers/sanitize-gpu.sh
.PHONY: check-sanitizer
