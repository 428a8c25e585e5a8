/* lines.c - Lines of a Fourier transform in both precisions. */
#include "fft.h"

#include <string.h>

#define R float
#define NAME(function) function##_float32
#include "lines.inc"
#undef R
#undef NAME

#define R double
#define NAME(function) function##_float64
#include "lines.inc"
