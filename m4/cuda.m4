# cuda.m4 - CUDA's headers and libraries: in --with-cuda=DIR, in the usual places, or in Python's packages nvidia/*, as
# installed by pip. Device code is compiled at run time by NVRTC, so nvcc is not needed.

# Shell functions: they set cuda_include and cuda_lib (lists of directories), cuda_version, cuda_reason.
AC_DEFUN([GLA_CUDA_FUNCTIONS],[
# Locate the parts below a directory: a toolkit; pip's packages since CUDA 13, all in one folder; pip's packages of CUDA 12, a
# folder for each.
gla_cuda_layout() {
  cuda_include= cuda_lib=
  for gla_top in "@S|@1" "@S|@1"/nvidia/cu[[1-9]]* "@S|@1"/cu[[1-9]]*; do
    test -f "$gla_top/include/cuda_runtime_api.h" || continue
    cuda_include=$gla_top/include
    for gla_lib in "$gla_top"/lib64 "$gla_top"/lib "$gla_top"/lib/*-linux-gnu "$gla_top"/targets/*/lib; do
      ls "$gla_lib"/libcudart.so* >/dev/null 2>&1 && cuda_lib="$cuda_lib $gla_lib"
    done
    test -n "$cuda_lib" && return
  done
  for gla_top in "@S|@1"/nvidia "@S|@1"; do
    test -f "$gla_top/cuda_runtime/include/cuda_runtime_api.h" || continue
    cuda_include= cuda_lib=
    for gla_part in cuda_runtime cuda_nvcc cuda_nvrtc cublas cusolver cusparse cufft nvjitlink; do
      test -d "$gla_top/$gla_part/include" && cuda_include="$cuda_include $gla_top/$gla_part/include"
      test -d "$gla_top/$gla_part/lib" && cuda_lib="$cuda_lib $gla_top/$gla_part/lib"
    done
    return
  done
}

# Return the linker option of a library: -lNAME, or its file name if there is no plain .so, as in pip's packages.
gla_cuda_link() {
  for gla_dir in $cuda_lib; do
    test -e "$gla_dir/lib@S|@1.so" && { echo "-l@S|@1"; return 0; }
    gla_file=`cd "$gla_dir" && ls -d lib@S|@1.so.[[0-9]]* 2>/dev/null | sed -n '1p'`
    test -n "$gla_file" && { echo "-l:$gla_file"; return 0; }
  done
  return 1
}

# Check that all parts exist and are new enough; otherwise store the reason in cuda_reason.
gla_cuda_look() {
  cuda_reason=
  gla_cuda_layout "@S|@1"
  for gla_dir in $cuda_include; do
    test -f "$gla_dir/cuda_runtime_api.h" &&
      cuda_version=`sed -n 's/^.define CUDART_VERSION *\([[0-9]]*\).*/\1/p' "$gla_dir/cuda_runtime_api.h"`
  done
  if test -z "$cuda_include"; then
    return 1
  elif test "${cuda_version:-0}" -lt 12060; then
    cuda_reason="@S|@1 has version `expr ${cuda_version:-0} / 1000`.`expr ${cuda_version:-0} % 1000 / 10`"
    return 1
  fi
  cuda_version="`expr $cuda_version / 1000`.`expr $cuda_version % 1000 / 10`"
  # In pip's packages crt/ is in nvidia-cuda-crt, for CUDA 12 in nvidia-cuda-nvcc-cu12.
  for gla_name in crt/host_defines.h cublas_v2.h cusolverDn.h nvrtc.h; do
    gla_there=no
    for gla_dir in $cuda_include; do test -f "$gla_dir/$gla_name" && gla_there=yes; done
    test $gla_there = yes || { cuda_reason="@S|@1 has no $gla_name"; return 1; }
  done
  CUDA_LIBS= CUDA_MATH_LIBS=
  for gla_name in cusolver cublas nvrtc cudart; do
    gla_flag=`gla_cuda_link $gla_name` || { cuda_reason="@S|@1 has no library $gla_name"; return 1; }
    case $gla_name in
      cu[[bs]]*) CUDA_MATH_LIBS="$CUDA_MATH_LIBS $gla_flag" ;;
      *) CUDA_LIBS="$CUDA_LIBS $gla_flag" ;;
    esac
  done
  CUDA_CPPFLAGS= CUDA_LDFLAGS=
  for gla_dir in $cuda_include; do
    test "$gla_dir" = /usr/include || CUDA_CPPFLAGS="$CUDA_CPPFLAGS -isystem $gla_dir"
  done
  for gla_dir in $cuda_lib; do CUDA_LDFLAGS="$CUDA_LDFLAGS -L$gla_dir -Wl,-rpath,$gla_dir"; done
}

# Print the directories in which Python searches for packages.
gla_cuda_python_path() {
  "@S|@1" -c 'import os, sys
for p in sys.path:
    if p and os.path.isdir(p + "/nvidia"): print(p)' 2>/dev/null
}
])

# GLA_CUDA_TRY: set have_cuda if a program compiles and links with the result of gla_cuda_look.
AC_DEFUN([GLA_CUDA_TRY],[
  save_CPPFLAGS=$CPPFLAGS
  save_LIBS=$LIBS
  CPPFLAGS="$CPPFLAGS $CUDA_CPPFLAGS"
  LIBS="$CUDA_LDFLAGS $CUDA_LIBS $save_LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <cuda_runtime_api.h>
#include <cusolverDn.h>
#include <cublas_v2.h>
#include <nvrtc.h>
]],[[int n, m; return (int)cudaGetDeviceCount(&n) + (int)nvrtcVersion(&n, &m);]])],
    [have_cuda=yes],[cuda_reason="a program does not compile and link with $dir; see config.log"])
  CPPFLAGS=$save_CPPFLAGS
  LIBS=$save_LIBS
])

AC_DEFUN([GLA_CUDA],[
  AC_ARG_WITH([cuda],
    [AS_HELP_STRING([--with-cuda=DIR],
      [CUDA 12.6 or later: a toolkit, or Python's site-packages with nvidia/*; "no" leaves the CUDA backend out])],
    [],[with_cuda=auto])
  GLA_CUDA_FUNCTIONS
  have_cuda=no
  cuda_note="not asked for"
  AS_IF([test "x$with_cuda" != xno],[
    AC_MSG_CHECKING([for CUDA 12.6 or later])
    AS_CASE([$with_cuda],
      [auto|yes],[cuda_dirs="$CUDA_HOME $CUDA_PATH /usr/local/cuda /opt/cuda /usr"
                  cuda_dirs="$cuda_dirs `gla_cuda_python_path "${PYTHON:-python3}"` `gla_cuda_python_path python3`"
                  cuda_note="no CUDA 12.6 or later in /usr/local/cuda, /opt/cuda, /usr or Python's packages"],
      [cuda_dirs=$with_cuda
       cuda_note="no CUDA 12.6 or later in $with_cuda"])
    cuda_reasons=
    cuda_seen=
    for dir in $cuda_dirs; do
      AS_CASE([" $cuda_seen "],[*" $dir "*],[continue])
      cuda_seen="$cuda_seen $dir"
      AS_IF([test $have_cuda = no],[
        AS_IF([gla_cuda_look "$dir"],[GLA_CUDA_TRY])
        AS_IF([test $have_cuda = yes],[cuda_note="$cuda_version in $dir"],
          [test -n "$cuda_reason"],[cuda_reasons="${cuda_reasons:+$cuda_reasons; }$cuda_reason"])
      ])
    done
    AC_MSG_RESULT([$have_cuda])
    AS_IF([test $have_cuda = no],[
      cuda_note="$cuda_note${cuda_reasons:+ ($cuda_reasons)}"
      AS_CASE([$with_cuda],[auto],[cuda_note="$cuda_note; use --with-cuda=DIR"],[AC_MSG_ERROR([$cuda_note])])
    ])
  ])
  AS_IF([test $have_cuda = yes],[AC_DEFINE([HAVE_CUDA],[1],[The CUDA backend is built.])],
    [CUDA_CPPFLAGS= CUDA_LDFLAGS= CUDA_LIBS= CUDA_MATH_LIBS=])
  # cuFFT is loaded on demand, so that one build works with it and without.
  have_cufft=0
  for dir in $cuda_include; do
    AS_IF([test $have_cuda = yes && test -f "$dir/cufft.h"],[have_cufft=1])
  done
  AS_IF([test $have_cuda = yes && test $have_cufft = 0],[cuda_note="$cuda_note, without cuFFT (no cufft.h)"])
  AC_DEFINE_UNQUOTED([HAVE_CUFFT],[$have_cufft],[cufft.h is there.])
  AC_DEFINE_UNQUOTED([CUDA_NOTE],["$cuda_note"],[Version and place of CUDA, or why there is none.])
  AC_SUBST([CUDA_CPPFLAGS])
  AC_SUBST([CUDA_LDFLAGS])
  AC_SUBST([CUDA_LIBS])
  AC_SUBST([CUDA_MATH_LIBS])
  AM_CONDITIONAL([BUILD_CUDA],[test $have_cuda = yes])
])
