/* npy.h - files of NumPy's format .npy, as parts of others. */
#ifndef GLA_IO_NPY_H
#define GLA_IO_NPY_H

#include "core/core.h"

enum { GLA_NPY_HEADER = 1152 };
/* What stands before the elements, for a type in NumPy's words; how long it is. */
int gla_npy_header(char header[GLA_NPY_HEADER], const char *type, int ndim, const int64_t *shape);
const char *gla_npy_type(gla_dtype dtype);
/* The array of the bytes of a file, on the current device. */
gla_status gla_npy_read(const char *path, const char *data, size_t size, gla_array **out);

#endif
