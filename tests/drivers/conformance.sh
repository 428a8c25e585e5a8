# tags: fast slow
# Run the tier's conformance cases in each language on every device, and check that all languages return the same results.
TEST_JOBS=${TEST_JOBS:-$((($(nproc 2>/dev/null || echo 1) * 3 + 3) / 4))}
export TEST_JOBS
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" "$SHELL" "$srcdir/tests/drivers/in-each-language"
