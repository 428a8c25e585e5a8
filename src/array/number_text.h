/* number_text.h - numbers of an array as text, all of one width. */
#ifndef GLA_ARRAY_NUMBER_TEXT_H
#define GLA_ARRAY_NUMBER_TEXT_H

#include "core/core.h"

/* Longest text of one number, complex ones included. */
#define GLA_NUMBER_TEXT 128

/* How real numbers are written; a complex type has two of these. */
typedef struct gla_real_format {
    bool single; /* digits are those that distinguish float32 numbers */
    bool plus;   /* a sign always */
    bool scientific;
    int left, right; /* characters before the point (sign included) and after it */
    int exponent;    /* digits of the exponent */
} gla_real_format;

/* How the elements of one array are written; made by looking at all that will be. */
typedef struct gla_number_format {
    gla_dtype dtype;
    int width; /* of integers and truth values */
    gla_real_format re, im;
} gla_number_format;

/* data: n contiguous elements of dtype. */
void gla_number_format_init(gla_number_format *f, gla_dtype dtype, const void *data, int64_t n);

/* One element into text, GLA_NUMBER_TEXT characters; returns their number. */
int gla_number_text(const gla_number_format *f, const void *element, char *text);

/* A number by itself, as a 0-d array shows it: "0.1", "(1+2j)". */
int gla_scalar_text(gla_dtype dtype, const void *element, char *text);

#endif
