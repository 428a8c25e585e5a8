# Random inputs; only the languages that are built.
property_tests = tests/property/properties.py tests/property/devices.py tests/property/bad_input.py tests/property/formulas.py \
	tests/property/arithmetic.py tests/property/formula_names.py tests/property/formula_names.t \
	tests/property/bad-input-perl.t
if !SANITIZE
if BUILD_PYTHON
TESTS += tests/property/properties.py tests/property/devices.py tests/property/bad_input.py \
	tests/property/formulas.py tests/property/arithmetic.py tests/property/formula_names.py
endif
if BUILD_PERL
TESTS += tests/property/bad-input-perl.t tests/property/formula_names.t
endif
endif
EXTRA_DIST += $(property_tests) tests/property/README.md tests/property/lists.py tests/property/matrices.py
