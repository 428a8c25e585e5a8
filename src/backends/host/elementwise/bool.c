/* bool.c - Elementwise loops for bool. */
#define BOOL EXPRESSION
#define INT(...)
#define REAL(...)
#define COMPLEX(...)

#define TYPE bool8
#define T uint8_t
#define R uint8_t
#include "loops.h"
