# All conformance cases on every device, through the Perl module.
exec "$SHELL" "$srcdir/tests/drivers/on-each-device" "$PERL" "$srcdir/tests/drivers/cases.pl"
