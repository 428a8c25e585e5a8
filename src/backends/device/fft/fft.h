/* fft.h - what the files of Fourier transforms share. */
#ifndef GLA_BACKENDS_DEVICE_FFT_H
#define GLA_BACKENDS_DEVICE_FFT_H

#include "backends/device/layouts.h"
#include "backends/device/programs.h"

extern const gla_fft_ops gla_device_fft_ops;

/* kernels/fft.h with that factor; `wide` counts elements in 64 bits. */
gla_device_program gla_device_fft_program(gla_dtype dtype, int radix, bool wide);
#define GLA_FFT_MAX_RADIX 13

/* Numbers on the device for lines of n elements, kept for the next calls: roots of unity, or a chirp and its spectrum. */
typedef enum gla_fft_table_kind { GLA_FFT_ROOTS, GLA_FFT_CHIRP } gla_fft_table_kind;
typedef struct gla_fft_table {
    gla_fft_table_kind kind;
    gla_dtype dtype;
    gla_device *dev;
    void *stream; /* all who read a table come behind what made it */
    int64_t n;
    bool inverse;
    int low_bits; /* of roots: in the first of two tables, if there is a second one */
    bool has_high;
    int64_t m;      /* of a chirp: elements of its spectrum */
    void *data;     /* all of it */
    void *spectrum; /* in it */
    int users;
    uint64_t age;
} gla_fft_table;

/* Transforms m elements where they lie, which makes a spectrum; not needed for roots. */
typedef gla_status gla_fft_transformer(const char *op, gla_device *dev, gla_dtype dtype, int64_t m, void *data);
gla_status gla_fft_take_table(const char *op, gla_device *dev, gla_dtype dtype, gla_fft_table_kind kind, int64_t n,
                              bool inverse, gla_fft_transformer *transform, gla_fft_table **table);
void gla_fft_give_table(gla_fft_table *table);

/* One axis of an array (outer, n, inner). */
typedef struct gla_fft_lines {
    const char *op;
    gla_device *dev;
    gla_dtype dtype; /* complex */
    bool inverse;
    int64_t n, outer, inner, source_n, target_n;
    int load, store; /* FFT_... */
    double scale;
    const void *source;
    void *target; /* may be the source, where both are complex */
} gla_fft_lines;
gla_status gla_fft_do_lines(const gla_fft_lines *l);
#endif
