/* complex128.c - Elementwise loops for complex128. */
#define TYPE complex128
#define T double complex
#define R double
#define F(name) name
#define LIMIT(name) DBL_##name
#include "complex.h"
