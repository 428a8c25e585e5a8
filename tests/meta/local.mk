# Tests of the project itself.
meta_tests = tests/meta/headers tests/meta/symbols tests/meta/parity tests/meta/coverage tests/meta/hdoc-strict \
	tests/meta/fresh tests/meta/layers tests/meta/manners tests/meta/readme tests/meta/examples \
	tests/meta/environment tests/meta/quickstart tests/meta/documentation tests/meta/style tests/meta/tiers \
	tests/meta/words tests/meta/binding tests/meta/manual tests/meta/links \
	tests/meta/c_programs tests/meta/operators \
	tests/meta/slots tests/meta/rates
TESTS += $(meta_tests)
EXTRA_DIST += $(meta_tests) tests/meta/README.md tests/meta/modules.sh tests/meta/tap.sh \
	tests/meta/perl_offers.pl tests/meta/python_offers.py tests/meta/public_names.py tests/meta/public_names.pl \
	tests/meta/bad_calls.json tests/meta/bad_calls.py tests/meta/bad_calls.pl \
	tests/meta/private_calls.py tests/meta/private_calls.pl tests/meta/bad_operators.py tests/meta/bad_operators.pl \
	tests/meta/installed_binding.c tests/meta/installed_binding.txt tests/meta/diagonal.h tests/meta/diagonal.c \
	tests/meta/diagonal.py tests/meta/diagonal.pl tests/meta/diagonal.txt
