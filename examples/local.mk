# Example scripts; the tests run them and compare the output of both languages.
example_programs = examples/ols_longley examples/leontief examples/aiyagari examples/income_process examples/growth \
	examples/fixed_effects examples/input_output examples/income_chains examples/pagerank \
	examples/option_prices
kernel_examples = examples/kernels/vector_add examples/kernels/matrix_product examples/kernels/overlap \
	examples/kernels/external_function examples/kernels/gaussian_blur examples/kernels/device_query \
	examples/kernels/several_devices examples/kernels/bellman examples/kernels/asian_option
econ_examples = examples/econ/lines examples/econ/nist examples/econ/grunfeld examples/econ/card examples/econ/klein \
	examples/econ/mroz examples/econ/iv_bootstrap examples/econ/worker_firm
exampledir = $(pkgdatadir)/examples
cexampledir = $(exampledir)/c
dist_cexample_DATA = examples/c/least_squares.c
exampledatadir = $(exampledir)/data
kernelexampledir = $(exampledir)/kernels
econexampledir = $(exampledir)/econ
dist_example_SCRIPTS = $(example_programs:=.py) $(example_programs:=.pl) examples/scikit_learn.py
dist_exampledata_DATA = examples/data/Longley.dat examples/data/io_germany_1995.csv examples/data/engel.csv \
	examples/data/photographer.png examples/data/photographer_blurred.csv \
	examples/data/card.csv examples/data/grunfeld.csv examples/data/klein.csv examples/data/mroz87.csv
linear_sets = Filip Longley NoInt1 NoInt2 Norris Pontius Wampler1 Wampler2 Wampler3 Wampler4 Wampler5
anova_sets = AtmWtAg SiRstv SmLs01 SmLs02 SmLs03 SmLs04 SmLs05 SmLs06 SmLs07 SmLs08 SmLs09
linearsetdir = $(exampledatadir)/nist-linear
dist_linearset_DATA = $(linear_sets:%=examples/data/nist-linear/%.dat)
anovasetdir = $(exampledatadir)/nist-anova
dist_anovaset_DATA = $(anova_sets:%=examples/data/nist-anova/%.dat)
dist_econexample_SCRIPTS = $(econ_examples:=.py) $(econ_examples:=.pl)
dist_econexample_DATA = examples/econ/compare.py examples/econ/Compare.pm
dist_kernelexample_SCRIPTS = $(kernel_examples:=.py) $(kernel_examples:=.pl)
dist_kernelexample_DATA = examples/kernels/png.py examples/kernels/PNG.pm examples/kernels/philox.h \
	examples/kernels/matrix_product.c examples/kernels/external_function.c examples/kernels/gaussian_blur.c \
	examples/kernels/several_devices.c examples/kernels/bellman.c examples/kernels/asian_option.c
EXTRA_DIST += examples/README.md examples/c/README.md examples/data/README.md examples/check \
	examples/kernels/README.md examples/kernels/check examples/econ/README.md examples/econ/check \
	examples/data/nist-linear/README.md examples/data/nist-anova/README.md
if BUILD_PYTHON
if BUILD_PERL
TESTS += examples/check examples/kernels/check examples/econ/check
endif
endif
