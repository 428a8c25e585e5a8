/* stack_values_sum.h - Part of stack_values.h: replace `square` by its sum over all threads. This code is an include file
 * instead of a function, because the code contains barriers. */
squares[t] = square;
BARRIER();
if (t < SUMMED) {
    square = 0;
    for (int i = t; i < THREADS; i += SUMMED)
        square += squares[i];
    partial[t] = square;
}
BARRIER();
square = 0;
for (int i = 0; i < SUMMED; i++)
    square += partial[i];
