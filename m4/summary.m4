# summary.m4 - what configure found and what that enables.

AC_DEFUN([GLA_SUMMARY],[
cat <<END

gpulinalg $PACKAGE_VERSION
  compiler         $CC $CFLAGS (sanitizers: $enable_sanitize)
  host backend     yes: OpenBLAS, LAPACKE
  Python           $have_python: $python_note${have_numpy:+; $have_numpy}
  Perl             $have_perl: $perl_note${pdl_note:+; $pdl_note}
  interface        ${SWIG}: needed only when swig/ or a header changes
  installs to      $prefix

END
])
