# tags: fast slow
# The conformance cases of the tier in each language on every device, and whether all languages have the same results.
TEST_JOBS=${TEST_JOBS:-$((($(nproc 2>/dev/null || echo 1) * 3 + 3) / 4))}
export TEST_JOBS
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" "$SHELL" "$srcdir/tests/drivers/in-each-language"
