# Device code as source: the dialect's vocabulary, code generated from expressions, and the kernels, which the build embeds.
kernel_texts = kernels/prelude.h kernels/prelude_c.h kernels/layouts.h kernels/scalar.h kernels/complex.h kernels/convert.h \
	kernels/opencl_functions.h \
	kernels/map.h kernels/transpose.h kernels/range.h kernels/reduce.h kernels/dot.h kernels/index.h kernels/select.h \
	kernels/group.h kernels/integer_gemm.h \
	kernels/matrix.h kernels/small.h kernels/small_solve.h kernels/small_warp.h kernels/small_cholesky.h kernels/small_eigh.h \
	kernels/cluster.h kernels/lu_panel.h kernels/lu_panel_step.h kernels/lu_panel_update.h kernels/lu_rows.h \
	kernels/lu_resident.h kernels/qr_resident.h \
	kernels/qr_panel.h kernels/qr_panel_step.h kernels/qr_rows.h \
	kernels/inverse.h kernels/cholesky_tiles.h kernels/stack_cholesky.h \
	kernels/stack_panel.h kernels/stack_update.h kernels/stack_product.h kernels/stack_qr_panel.h kernels/stack_qr_update.h \
	kernels/stack_values.h kernels/stack_values_sum.h kernels/lu_pivot.h \
	kernels/stack_lu.h kernels/stack_qr.h kernels/hermitian.h kernels/chase.h kernels/chase_back.h \
	kernels/chase_apply.h kernels/chase_blocks.h \
	kernels/small_svd.h kernels/small_eig.h kernels/small_lstsq.h kernels/stack_gradient.h \
	kernels/stack.h kernels/triangle.h kernels/triangle_invert.h kernels/polar.h kernels/sort_values.h kernels/tall.h \
	kernels/field.h kernels/product.h kernels/product_plain.h kernels/product_parts.h \
	kernels/lower.h kernels/substitute.h kernels/lu.h kernels/qr.h kernels/condition.h \
	kernels/special_gamma.h kernels/special_beta.h kernels/special_digamma.h kernels/special_gammainc.h kernels/special_betainc.h \
	kernels/special_erf.h kernels/special_erfinv.h kernels/special_logistic.h kernels/fft.h \
	kernels/special_inverse.h kernels/special_bessel.h kernels/special_density.h kernels/special_ratio.h \
	kernels/special_logtail.h kernels/special_chi2.h \
	kernels/special_discrete.h kernels/special_random.h kernels/random_kernel.h \
	kernels/sort_key.h kernels/sort_round.h kernels/sort.h kernels/order.h kernels/sort_sweep.h kernels/sort_short.h \
	kernels/search.h kernels/unique.h kernels/distinct.h \
	kernels/convolve.h kernels/interp.h kernels/recur.h kernels/spline.h kernels/interpn.h \
	kernels/sobol.h kernels/halton.h kernels/random.h kernels/random_integers.h kernels/random_elements.h kernels/sparse.h \
	kernels/tridiagonal_values.h kernels/tridiagonal_leaves.h kernels/tridiagonal_merge.h kernels/tridiagonal_roots.h \
	kernels/sparse_solve.h kernels/sparse_count.h kernels/sparse_fill.h kernels/sparse_sampled.h kernels/sparse_codes.h \
	kernels/sparse_blocks.h kernels/sparse_transpose.h kernels/random_order.h kernels/random_take.h
# Files that these include.
special_parts = kernels/watch_c.h kernels/special.h kernels/special_log_terms.h kernels/special_erf_terms.h \
	kernels/special_erfinv_terms.h kernels/special_gamma_terms.h kernels/special_digamma_terms.h \
	kernels/special_gammainc_terms.h kernels/special_betainc_terms.h kernels/special_bessel_terms.h \
	kernels/spline_value.h kernels/interpn_value.h kernels/order_count.h kernels/order_step.h \
	kernels/philox.h kernels/random_log.h kernels/random_words.h kernels/random_check.h kernels/random_draws.h \
	kernels/random_parameter.h kernels/random_reject.h
special_parts += kernels/product_slab.h kernels/product_async.h kernels/product_threads.h kernels/product_warps.h \
	kernels/product_mma.h kernels/flags.h
special_parts += kernels/irregular.h
special_parts += kernels/cholesky_block.h kernels/cholesky_tile.h kernels/cholesky_diagonal.h kernels/cholesky_sum.h
special_parts += kernels/sobol_point.h kernels/halton_point.h
special_parts += kernels/sparse_number.h kernels/sparse_expand.h
special_parts += kernels/small_power.h kernels/small_eig_hessenberg.h kernels/small_eig_complex.h kernels/small_eig_real.h \
	kernels/small_eig_vectors.h kernels/small_jacobi.h kernels/small_ql.h kernels/doubled.h
special_parts += kernels/messages.h kernels/lanes.h kernels/lu_pivot_search.h kernels/lu_resident_step.h kernels/reflector.h \
	kernels/qr_resident_step.h
# Templates of formulas, and of running sums.
formula_texts = kernels/fold.h kernels/scan.h kernels/scan_range.h kernels/scan_repair.h
kernel_texts_c = src/dialect/kernel_texts.c
dialect_sources = src/dialect/dialect.h src/dialect/dialect.c src/dialect/source.h src/dialect/source.c $(kernel_texts_c) \
	src/dialect/code.h src/dialect/code.c src/dialect/vocabulary.c src/dialect/function.c src/dialect/map.c src/dialect/fold.c
EXTRA_DIST += tools/special_terms $(special_parts)
EXTRA_DIST += $(kernel_texts) $(formula_texts) kernels/README.md tools/text2c $(kernel_texts_c) src/dialect/README.md
MAINTAINERCLEANFILES += $(srcdir)/$(kernel_texts_c)

$(srcdir)/$(kernel_texts_c): $(special_parts) $(kernel_texts) $(formula_texts) tools/text2c
	$(AM_V_GEN)cd $(srcdir) && $(PERL) tools/text2c gla_kernel_text $(kernel_texts) $(formula_texts) > $(kernel_texts_c).tmp && \
		mv $(kernel_texts_c).tmp $(kernel_texts_c)
