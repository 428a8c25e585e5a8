# cuda.m4 - CUDA's headers and libraries: in --with-cuda=DIR or in the usual places.
# Device code is compiled at run time by NVRTC, so no nvcc is needed.

# GLA_CUDA_TRY(INCLUDE-DIR, LIBRARY-DIR): sets have_cuda when CUDA >= 12.6 compiles and links from there.
AC_DEFUN([GLA_CUDA_TRY],[
  save_CPPFLAGS=$CPPFLAGS
  save_LIBS=$LIBS
  CPPFLAGS="$CPPFLAGS -I$1"
  LIBS="-L$2 -lcudart $save_LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <cublas_v2.h>
#include <nvrtc.h>
#if CUDART_VERSION < 12060
#error too old
#endif
]],[[int n; return cudaGetDeviceCount(&n);]])],[have_cuda=yes; CUDA_CPPFLAGS="-isystem $1"; CUDA_LDFLAGS="-L$2"; cuda_note=$2])
  CPPFLAGS=$save_CPPFLAGS
  LIBS=$save_LIBS
])

AC_DEFUN([GLA_CUDA],[
  AC_ARG_WITH([cuda],
    [AS_HELP_STRING([--with-cuda=DIR],[CUDA 12.6 or later; "no" leaves the CUDA backend out])],[],[with_cuda=auto])
  have_cuda=no
  cuda_note="not asked for"
  AS_IF([test "x$with_cuda" != xno],[
    AC_MSG_CHECKING([for CUDA 12.6 or later])
    cuda_note="no CUDA 12.6 or later in /usr/local/cuda, /opt/cuda or /usr; use --with-cuda=DIR"
    AS_CASE([$with_cuda],[auto|yes],[cuda_dirs="$CUDA_HOME $CUDA_PATH /usr/local/cuda /opt/cuda /usr"],[cuda_dirs=$with_cuda])
    for dir in $cuda_dirs; do
      for lib in $dir/lib64 $dir/lib $dir/lib/x86_64-linux-gnu $dir/targets/x86_64-linux/lib; do
        AS_IF([test $have_cuda = no && test -f "$dir/include/cuda_runtime.h" && test -d "$lib"],
          [GLA_CUDA_TRY([$dir/include],[$lib])])
      done
    done
    AC_MSG_RESULT([$have_cuda])
  ])
  AS_IF([test $have_cuda = yes],[CUDA_RPATH="-Wl,-rpath,$cuda_note"])
  AC_SUBST([CUDA_RPATH])
  AC_SUBST([CUDA_CPPFLAGS])
  AC_SUBST([CUDA_LDFLAGS])
  AM_CONDITIONAL([BUILD_CUDA],[test $have_cuda = yes])
])
