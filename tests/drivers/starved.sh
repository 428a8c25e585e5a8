# tags: fast slow
# Run the tier's conformance cases so that each allocation of each call fails once: OutOfMemoryError, no leak, then success. It
# comes last and uses all cores; further threads of BLAS would only wait for each other, busily.
STARVE=1
OPENBLAS_NUM_THREADS=1
TEST_JOBS=${TEST_JOBS:-$(nproc 2>/dev/null || echo 1)}
export STARVE OPENBLAS_NUM_THREADS TEST_JOBS
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" "$SHELL" "$srcdir/tests/drivers/starve"
