/* complex64.c - Elementwise loops for complex64. */
#define TYPE complex64
#define T float complex
#define R float
#define F(name) name##f
#define LIMIT(name) FLT_##name
#include "complex.h"
