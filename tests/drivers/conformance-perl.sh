# The conformance cases on every device, through the Perl module.
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" --few "$PERL" "$srcdir/tests/drivers/cases.pl"
