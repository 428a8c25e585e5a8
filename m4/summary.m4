# summary.m4 - summary of the libraries that configure found and the features that they enable.

AC_DEFUN([GLA_SUMMARY],[
# Expand ${exec_prefix} and similar variables in directories for display.
gla_expand() {
  gla_dir=@S|@1
  while :; do
    eval "gla_next=\"$gla_dir\""
    test "x$gla_next" = "x$gla_dir" && break
    gla_dir=$gla_next
  done
  echo "$gla_dir"
}
test "x$prefix" = xNONE && prefix=$ac_default_prefix
test "x$exec_prefix" = xNONE && exec_prefix='${prefix}'
swig_note="not found; needed only when swig/ or a header changes"
swig_version=`eval "$SWIG -version" 2>/dev/null | sed -n 's/^SWIG Version //p'`
test -n "$swig_version" && swig_note="$swig_version, for when swig/ or a header changes"
{
cat <<END

gpulinalg $PACKAGE_VERSION
  compiler         $CC $CFLAGS
  sanitizers       $enable_sanitize
  host backend     yes  ${host_note:-OpenBLAS and its LAPACK}
  host for x86-64  `test $enable_host_levels = yes && echo "baseline, v3 and v4" || echo "one module"`
  FFTs on the host $have_fftw  $fftw_note
  sparse solvers   $have_suitesparse  $suitesparse_note
  compressed files $have_zlib  $zlib_note
  archives         $have_libzip  $libzip_note
  CUDA backend     $have_cuda  $cuda_note
  OpenCL backend   $have_opencl  $opencl_note
  device code      compiled ahead: $programs_note
  Python module    $have_python  $python_note${have_numpy:+; $have_numpy}
  Perl module      $have_perl  $perl_note${pdl_note:+; $pdl_note}
  SWIG             $swig_note
  library goes to  `gla_expand "$libdir"`
END
test $have_python = yes && echo "  Python module to `gla_expand "$pyexecdir"`"
test $have_perl = yes && echo "  Perl module to   `gla_expand "$perlarchdir"`"
echo
} >config.summary
cat config.summary
])
