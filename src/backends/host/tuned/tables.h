/* tables.h - exp and logarithms of float64 by tables of 16 numbers, which two registers of AVX-512 hold.
 * tables.inc has the arithmetic, tables.c the tables and loops. */
#ifndef GLA_BACKENDS_HOST_TUNED_TABLES_H
#define GLA_BACKENDS_HOST_TUNED_TABLES_H

#include "backends/host/elementwise/wide.h"

/* 2^(j/16): its bits less those that j has in the sum with a shifted multiple, and what is below them, as a share of it. */
typedef struct {
    _Alignas(64) int64_t high[16];
    _Alignas(64) double low[16];
} gla_power_table;

/* A base: 1/log of it, half of that, the multiples of the series; log 2 and those of 1/gla_host_inverses, of few digits, and
 * what is below them. */
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
