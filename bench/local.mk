# Benchmarks, which are not part of the tests.
EXTRA_DIST += bench/run bench/absorb.py bench/panels.py bench/sweep.py bench/functions.py bench/compare_numpy.py \
	bench/compare_pdl.pl bench/sparse.py bench/tuned bench/tuned.py bench/compare_calls bench/calls.py bench/calls.pl \
	bench/examples.py bench/econ.py bench/derivatives.py \
	bench/numpy bench/temporaries.py bench/temporaries.pl bench/results bench/gpu bench/opencl \
	bench/placement
bench-memory: all
	srcdir='$(srcdir)' PYTHON='$(PYTHON)' PERL='$(PERL)' ./run $(SHELL) $(srcdir)/bench/run temporaries.py temporaries.pl
bench: all
	srcdir='$(srcdir)' PYTHON='$(PYTHON)' PERL='$(PERL)' ./run $(SHELL) $(srcdir)/bench/run
bench-gpu: all
	@srcdir='$(srcdir)' PYTHON='$(PYTHON)' PERL='$(PERL)' ./run $(SHELL) $(srcdir)/bench/gpu/run
.PHONY: bench bench-memory bench-gpu bench-opencl

opencl_benches =
if HAVE_CLBLAST
opencl_benches += bench/opencl/clblast_gemm bench/opencl/sweep
EXTRA_PROGRAMS += $(opencl_benches)
CLEANFILES += $(opencl_benches)
bench_opencl_clblast_gemm_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CPPFLAGS)
bench_opencl_clblast_gemm_LDFLAGS = $(OPENCL_LDFLAGS)
bench_opencl_clblast_gemm_LDADD = src/libgpulinalg.la -lclblast -lOpenCL
bench_opencl_sweep_CPPFLAGS = $(OPENCL_CPPFLAGS)
bench_opencl_sweep_LDFLAGS = $(OPENCL_LDFLAGS)
bench_opencl_sweep_LDADD = -lclblast -lOpenCL -lm
endif
bench-opencl: all $(opencl_benches)
	@srcdir='$(srcdir)' PYTHON='$(PYTHON)' ./run $(SHELL) $(srcdir)/bench/opencl/run
