/* Discounted payoffs of calls on the arithmetic and the geometric average of a price that follows a geometric Brownian
 * motion. One thread computes one path. T is the floating-point type.
 *
 * The averages are integrals over [0, expiry], computed by the trapezoidal rule with `steps` steps, a multiple of four. In
 * units of the spot, the price is exp(x), and the geometric average is the exponential of the average of x. */
#include "philox.h"

/* Compare the generator with its known answers. */
KERNEL philox_test(const GLOBAL uint32 *counters, const GLOBAL uint32 *keys, GLOBAL uint32 *out, int32 n)
{
    philox_block block;
    int32 i = (int32)GLOBAL_ID;
    if (i >= n)
        return;
    for (int32 k = 0; k < 4; k++)
        block.v[k] = counters[4 * i + k];
    block = philox(block, keys[2 * i], keys[2 * i + 1]);
    for (int32 k = 0; k < 4; k++)
        out[4 * i + k] = block.v[k];
}

/* Return two standard normal numbers from two uniform ones by the Box-Muller method.  The uniform numbers are never 0. */
DEVICE void normals(uint32 a, uint32 b, T *out)
{
    const T unit = (T)2.3283064365386963e-10; /* 2^-32 */
    const T radius = sqrt(-2 * log((a + (T)0.5) * unit)), angle = (T)6.283185307179586 * (b * unit);
    out[0] = radius * cos(angle);
    out[1] = radius * sin(angle);
}

KERNEL asian_calls(T spot, T strike, T rate, T volatility, T expiry, int32 steps, uint32 seed, uint32 option, int64 paths,
                   GLOBAL T *arithmetic, GLOBAL T *geometric)
{
    const int64 path = GLOBAL_ID;
    if (path >= paths)
        return;
    const T dt = expiry / steps, drift = (rate - volatility * volatility / 2) * dt, sd = volatility * sqrt(dt);
    T x = 0, sum = (T)0.5, log_sum = 0, z[4];
    for (int32 step = 0; step < steps; step += 4) {
        philox_block block;
        block.v[0] = (uint32)path;
        block.v[1] = (uint32)(path >> 32);
        block.v[2] = (uint32)step;
        block.v[3] = option;
        block = philox(block, seed, 0);
        normals(block.v[0], block.v[1], z);
        normals(block.v[2], block.v[3], z + 2);
        for (int32 k = 0; k < 4; k++) {
            x += drift + sd * z[k];
            sum += exp(x);
            log_sum += x;
        }
    }
    sum -= exp(x) / 2; /* the end points have half weight */
    log_sum -= x / 2;
    const T discount = exp(-rate * expiry), a = spot * sum / steps - strike, g = spot * exp(log_sum / steps) - strike;
    arithmetic[path] = a > 0 ? discount * a : 0;
    geometric[path] = g > 0 ? discount * g : 0;
}
