# The conformance cases on every device, through the Python module.
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" --few "$PYTHON" "$srcdir/tests/drivers/cases.py"
