# Measurements, never part of the tests.
EXTRA_DIST += bench/run bench/beside_numpy.py bench/beside_pdl.pl bench/beside_cuda.py bench/results
bench: all
	srcdir='$(srcdir)' PYTHON='$(PYTHON)' PERL='$(PERL)' ./run $(SHELL) $(srcdir)/bench/run
.PHONY: bench
