/* stack_values_sum.h - within stack_values.h: `square` becomes the sum of all threads' squares.  No function, since those
 * have no barriers. */
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
