/* npy.h - The .npy format of NumPy, also used by members of .npz files. */
#ifndef GLA_IO_NPY_H
#define GLA_IO_NPY_H

#include "core/core.h"

enum { GLA_NPY_HEADER = 1152 };
/* Write the header for a dtype in NumPy's notation. Return its length. */
int gla_npy_header(char header[GLA_NPY_HEADER], const char *type, int ndim, const int64_t *shape);
const char *gla_npy_type(gla_dtype dtype);
/* Create an array on the current device from the bytes of a .npy file. */
gla_status gla_npy_read(const char *path, const char *data, size_t size, gla_array **out);

#endif
