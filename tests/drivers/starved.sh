# All conformance cases again, with each allocation of each call failing once: OutOfMemoryError, no leak, then success.
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" --few tests/drivers/cases --starve
