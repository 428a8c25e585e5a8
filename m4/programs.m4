# programs.m4 - device code that `make` compiles ahead of its first use: WARM_TARGETS, the arguments of `gpulinalg warm`.

AC_DEFUN([GLA_PROGRAMS],[
  AC_ARG_WITH([programs],
    [AS_HELP_STRING([--with-programs=LIST],
      [device code that make compiles: for these architectures of NVIDIA's ("sm_80 sm_90") and devices here ("opencl:0"), or
       "auto", the GPUs that are here; "no" leaves all to the first call of each kind])],
    [],[with_programs=auto])
  AS_CASE([$with_programs],[yes],[with_programs=auto],[no],[with_programs=])
  WARM_TARGETS=
  programs_note="none"
  for gla_word in `echo "$with_programs" | tr ',' ' '`; do
    AS_CASE([$gla_word],
      [auto|opencl:[[0-9]]*|cuda:[[0-9]]*],[],
      [sm_[[0-9]]*],[AS_IF([test $have_cuda = no],[AC_MSG_ERROR([programs for $gla_word take the CUDA backend: $cuda_note])])],
      [AC_MSG_ERROR([--with-programs=$gla_word is neither an architecture as sm_90, nor a device as opencl:0, nor auto])])
    WARM_TARGETS="${WARM_TARGETS:+$WARM_TARGETS }$gla_word"
  done
  AS_CASE(["$WARM_TARGETS"],
    [auto],[programs_note="for the GPUs that are here when make runs"],
    ["auto "*|*" auto"*],[AC_MSG_ERROR([--with-programs: auto stands by itself])],
    [?*],[programs_note="for $WARM_TARGETS"])
  # Programs built for another machine do not run here, and sanitizers would check the compilers.
  AS_IF([test "$have_cuda$have_opencl" = nono],[WARM_TARGETS= programs_note="none: neither CUDA nor OpenCL"],
    [test "$cross_compiling" = yes],[WARM_TARGETS= programs_note="none: built for another machine"],
    [test "$enable_sanitize" = yes],[WARM_TARGETS= programs_note="none: built with sanitizers"])
  AC_SUBST([WARM_TARGETS])
  AM_CONDITIONAL([WITH_PROGRAMS],[test -n "$WARM_TARGETS"])
])
