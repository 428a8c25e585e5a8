# Measurements, never part of the tests.
EXTRA_DIST += bench/run bench/beside_numpy.py bench/beside_pdl.pl bench/results bench/gpu bench/opencl
bench: all
	srcdir='$(srcdir)' PYTHON='$(PYTHON)' PERL='$(PERL)' ./run $(SHELL) $(srcdir)/bench/run
bench-gpu: all
	@srcdir='$(srcdir)' PYTHON='$(PYTHON)' PERL='$(PERL)' ./run $(SHELL) $(srcdir)/bench/gpu/run
.PHONY: bench bench-gpu
