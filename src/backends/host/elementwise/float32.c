/* float32.c - Elementwise loops for float32. */
#define TYPE float32
#define T float
#define R float
#define F(name) name##f
#include "real.h"
