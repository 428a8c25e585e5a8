/* float64.c - Elementwise loops for float64. */
#define TYPE float64
#define T double
#define R double
#define F(name) name
#include "real.h"
