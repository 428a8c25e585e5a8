/* random.h - Random numbers by our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_RANDOM_H
#define GLA_BACKENDS_DEVICE_RANDOM_H

#include "backends/device/programs.h"
#include "contract/random.h"

/* Return the program of kernels/random.h for a distribution.  If `arrays`, some parameters are arrays. */
gla_device_program gla_device_draw_program(gla_distribution distribution, gla_dtype dtype, bool arrays);
/* Return the program of kernels/random_integers.h. */
gla_device_program gla_device_integers_program(gla_dtype dtype, bool arrays);

/* Return the program of kernels/random_order.h, and the program of kernels/random_take.h for elements of the given size. */
gla_device_program gla_device_order_of_words_program(void);
gla_device_program gla_device_take_rows_program(gla_dtype dtype);

__typeof__(*((gla_random_ops *)0)->order) gla_device_random_order;
__typeof__(*((gla_random_ops *)0)->take_rows) gla_device_take_rows;

extern const gla_random_ops gla_device_random_ops;

#endif
