/* float32.c - the loops for float32. */
#define TYPE float32
#define T float
#define R float
#define F(name) name##f
#include "real.h"
