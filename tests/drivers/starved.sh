# tags: fast slow
# The conformance cases of the tier with each allocation of each call failing once: OutOfMemoryError, no leak, then success.
FEW_ON_GPUS=1
export FEW_ON_GPUS
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" "$SHELL" "$srcdir/tests/drivers/starve"
