# Solver scripts; run by the tests, which compare the two languages' output.
example_programs = examples/ols_longley examples/leontief
exampledir = $(pkgdatadir)/examples
exampledatadir = $(pkgdatadir)/examples/data
dist_example_SCRIPTS = $(example_programs:=.py) $(example_programs:=.pl)
dist_exampledata_DATA = examples/data/Longley.dat examples/data/io_germany_1995.csv
EXTRA_DIST += examples/README.md examples/data/README.md examples/check
if BUILD_PYTHON
if BUILD_PERL
TESTS += examples/check
endif
endif
