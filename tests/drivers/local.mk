# The C driver; functions.def is made by tools/hdoc in the source tree.
check_PROGRAMS += tests/drivers/cases
tests_drivers_cases_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/drivers
tests_drivers_cases_LDFLAGS = $(AM_LDFLAGS) -no-install
tests_drivers_cases_LDADD = src/libgpulinalg.la -lm
tests_drivers_cases_SOURCES = tests/drivers/cases.h tests/drivers/call.c tests/drivers/cases.c tests/drivers/compare.c \
	tests/drivers/convert.c tests/drivers/functions.c tests/drivers/memory.c tests/drivers/parse.c \
	tests/drivers/statement.c

# The cases in each language on each device, and their results compared byte for byte.
TESTS += tests/drivers/conformance-c.sh tests/drivers/starved.sh
conformance_scripts = tests/drivers/conformance-c.sh tests/drivers/conformance-perl.sh tests/drivers/conformance-python.sh \
	tests/drivers/identical.sh tests/drivers/outcomes.sh tests/drivers/starved.sh
if !SANITIZE
if BUILD_PYTHON
TESTS += tests/drivers/conformance-python.sh
endif
if BUILD_PERL
TESTS += tests/drivers/conformance-perl.sh
endif
TESTS += tests/drivers/identical.sh tests/drivers/outcomes.sh
check_LTLIBRARIES += tests/drivers/outcomes.la
endif
tests_drivers_outcomes_la_SOURCES = tests/drivers/outcomes.c
tests_drivers_outcomes_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -rpath /nowhere
tests_drivers_outcomes_la_LIBADD = src/libgpulinalg.la
# The first that needs device code compiles it for the others, on most of the cores.
after_compiling = tests/drivers/conformance-perl.log tests/drivers/conformance-python.log tests/drivers/identical.log \
	tests/drivers/starved.log
$(after_compiling): $(filter tests/drivers/conformance-c.log,$(TEST_LOGS))
EXTRA_DIST += $(conformance_scripts) tests/drivers/README.md tests/drivers/cases.py tests/drivers/cases.pl \
	tests/drivers/on-each-device tests/drivers/jobs tests/drivers/cases-for tests/drivers/sanitize-gpu.sh

check-sanitizer: all $(check_PROGRAMS)
	@srcdir='$(srcdir)' ./run $(SHELL) $(srcdir)/tests/drivers/sanitize-gpu.sh
.PHONY: check-sanitizer
