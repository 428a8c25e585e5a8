/* fft.h - Declarations shared by the files of Fourier transforms. */
#ifndef GLA_BACKENDS_DEVICE_FFT_H
#define GLA_BACKENDS_DEVICE_FFT_H

#include "backends/device/layouts.h"
#include "backends/device/programs.h"

extern const gla_fft_ops gla_device_fft_ops;

/* Return the program of kernels/fft.h for the given factor.  If `wide`, elements are counted in 64 bits. */
gla_device_program gla_device_fft_program(gla_dtype dtype, int radix, bool wide);
#define GLA_FFT_MAX_RADIX 13

/* Constants on the device for lines of n elements, cached for later calls: roots of unity, or a chirp and its spectrum. */
typedef enum gla_fft_table_kind { GLA_FFT_ROOTS, GLA_FFT_CHIRP } gla_fft_table_kind;
typedef struct gla_fft_table {
    gla_fft_table_kind kind;
    gla_dtype dtype;
    gla_device *dev;
    void *stream; /* stream in which the table is computed and read */
    int64_t n;
    bool inverse;
    int low_bits; /* roots: log2 of the length of the first table, if there are two */
    bool has_high;
    int64_t m;      /* chirp: number of elements of its spectrum */
    void *data;     /* all of the table */
    void *spectrum; /* part of `data` */
    int users;
    uint64_t age;
} gla_fft_table;

/* Transform m elements in place.  The spectrum of a chirp is computed by this function, which is not needed for roots. */
typedef gla_status gla_fft_transformer(const char *op, gla_device *dev, gla_dtype dtype, int64_t m, void *data);
gla_status gla_fft_take_table(const char *op, gla_device *dev, gla_dtype dtype, gla_fft_table_kind kind, int64_t n,
                              bool inverse, gla_fft_transformer *transform, gla_fft_table **table);
void gla_fft_give_table(gla_fft_table *table);

/* Transforms along one axis of an array of shape (outer, n, inner). */
typedef struct gla_fft_lines {
    const char *op;
    gla_device *dev;
    gla_dtype dtype; /* a complex dtype */
    bool inverse;
    int64_t n, outer, inner, source_n, target_n;
    int load, store; /* FFT_... constants */
    double scale;
    const void *source;
    void *target; /* may equal the source, if both arrays are complex */
} gla_fft_lines;
gla_status gla_fft_do_lines(const gla_fft_lines *l);
#endif
