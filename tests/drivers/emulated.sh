# tags: fast slow
# Run the tier's conformance cases in C on the emulated device, whose kernels the C compiler compiles. This tests the algorithms
# of src/backends/device without a GPU and without PoCL.
here=$srcdir/tests/drivers
GPULINALG_BACKENDS=emulated,host
OCL_ICD_VENDORS=/nowhere
LANGUAGES=c
TEST_JOBS=${TEST_JOBS:-$((($(nproc 2>/dev/null || echo 1) * 3 + 3) / 4))}
GPULINALG_EMULATED_FLAGS=${GPULINALG_EMULATED_FLAGS--O0} # halves the run time
export GPULINALG_EMULATED_FLAGS GPULINALG_BACKENDS OCL_ICD_VENDORS LANGUAGES TEST_JOBS
"$here/select" emulated:0 | xargs -n 4 | sed 's|^|emulated:0 |' |
    "$here/jobs" '"$SHELL" "$srcdir/tests/drivers/in-each-language" "$@"' | "$here/merge-tap"
