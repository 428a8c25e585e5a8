# The conformance cases on every device, through the C interface.
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" tests/drivers/cases
