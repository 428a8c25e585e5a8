/* condition.c - Accuracy estimates from one more right-hand side; see condition.h. */
#include "condition.h"

#include <math.h>

/* Return a pseudo-random number of magnitude 1/2 to 3/2.  The first numbers differ clearly, so that w of a small matrix does
 * not have the direction that the inverse enlarges least.  kernels/condition.h uses the same numbers, so all devices agree. */
double gla_host_irregular(int64_t i)
{
    uint32_t h = (uint32_t)(i + 64) * 0x9E3779B9u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h ^= h >> 13;
    double size = 0.5 + (h >> 16) * 0x1p-16;
    return h & 1 ? -size : size;
}

/* GRAIN: number of elements processed in about 0.1 ms.  STRIP: number of rows of a strip that is read column by column. */
#define GRAIN 100000
#define STRIP 512
#define LANES 32

#define REAL float
#define ABS fabsf
#define NAME(x) x##_float
#define SAFE_MIN 0x1p-100f
#define HUGE_SIZE 0x1p25f
#define SAFE_MAX 0x1p100f
#include "condition.inc"
#undef REAL
#undef ABS
#undef NAME
#undef SAFE_MIN
#undef HUGE_SIZE
#undef SAFE_MAX
#define REAL double
#define ABS fabs
#define NAME(x) x##_double
#define SAFE_MIN 0x1p-960
#define HUGE_SIZE 0x1p240
#define SAFE_MAX 0x1p960
#include "condition.inc"

static int parts_of(gla_dtype dtype)
{
    return gla_kind(dtype) >= 2 ? 2 : 1;
}

static bool is_single(gla_dtype dtype)
{
    return gla_kind(dtype) % 2 == 0;
}

gla_status gla_host_survey(gla_dtype dtype, const gla_surveyed *a, void *sizes, void *w, bool *fair)
{
    return is_single(dtype) ? survey_float(a, sizes, w, parts_of(dtype), fair)
                            : survey_double(a, sizes, w, parts_of(dtype), fair);
}

gla_status gla_host_survey_triangle(gla_dtype dtype, const gla_surveyed *a, const gla_matrix *x, bool x_transposed, void *sizes,
                                    void *w, bool *fair)
{
    return is_single(dtype) ? survey_triangle_float(a, x, x_transposed, sizes, w, parts_of(dtype), fair)
                            : survey_triangle_double(a, x, x_transposed, sizes, w, parts_of(dtype), fair);
}

gla_status gla_host_survey_product(gla_dtype dtype, const gla_surveyed *l, void *sizes, void *w, void *room, bool *fair)
{
    return is_single(dtype) ? survey_product_float(l, sizes, w, room, parts_of(dtype), fair)
                            : survey_product_double(l, sizes, w, room, parts_of(dtype), fair);
}

double gla_host_finish_estimate(gla_dtype dtype, int64_t n, const void *z, const void *sizes)
{
    int parts = parts_of(dtype);
    return is_single(dtype) ? finish_estimate_float(n, z, sizes, parts) : finish_estimate_double(n, z, sizes, parts);
}

bool gla_host_fair(gla_dtype dtype, const gla_matrix *b, const void *sizes)
{
    return is_single(dtype) ? fair_float(b, sizes, parts_of(dtype)) : fair_double(b, sizes, parts_of(dtype));
}
