# All conformance cases on every device, through the Python module.
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" "$PYTHON" "$srcdir/tests/drivers/cases.py"
