/* tables.h - exp and logarithms of float64 from tables of 16 entries, which fit in two AVX-512 registers.  tables.inc contains
 * the arithmetic, and tables.c the tables and loops. */
#ifndef GLA_BACKENDS_HOST_TUNED_TABLES_H
#define GLA_BACKENDS_HOST_TUNED_TABLES_H

#include "backends/host/elementwise/wide.h"

/* Table of 2^(j/16).  An entry consists of the bits of 2^(j/16), minus the bits that j contributes to the sum with a shifted
 * multiple, and of the relative remainder. */
typedef struct {
    _Alignas(64) int64_t high[16];
    _Alignas(64) double low[16];
} gla_power_table;

/* Constants of a base: log 2 in two parts, 1/log of the base in two parts, half of 1/log of the base, and the coefficients of
 * the series.  The last members are the logarithms of 1/gla_host_inverses, rounded to few digits, and their remainders. */
typedef struct {
    double two, two_low, inverse, inverse_low, half, series[8];
    _Alignas(64) double high[16], low[16];
} gla_log_table;

extern const gla_power_table gla_host_power_table;
extern const gla_log_table gla_host_natural, gla_host_binary, gla_host_decimal;
extern const _Alignas(64) double gla_host_inverses[16];

#define F(name) table_##name
#define HOW static inline
#define N double
#define W uint64
#define C(c) (c)
#define FMA fma
#define WORDS BITS_OF
#define NUMBER OF_BITS
#define TO_WORDS(w) ((uint64)(w))
#define COUNT(over) (OF_BITS((((over) + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024))
#define ENTRY(table, at) ((table)[(at)&15])
#define ENTRY_WORDS(table, at) ((uint64)(table)[(at)&15])
#include "tables.inc"
#undef F
#undef HOW
#undef N
#undef W
#undef C
#undef FMA
#undef WORDS
#undef NUMBER
#undef TO_WORDS
#undef COUNT
#undef ENTRY
#undef ENTRY_WORDS

#endif
