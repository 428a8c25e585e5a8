# The conformance cases on every device, through the C interface.
TEST_JOBS=${TEST_JOBS:-$((($(nproc 2>/dev/null || echo 1) * 3 + 3) / 4))}
export TEST_JOBS
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" tests/drivers/cases
