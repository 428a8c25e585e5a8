# tags: slow long
# Run cases on the emulated device with race detection (-DEMULATED_RACES). Together they launch most kernels that have a
# barrier, in the variants for devices without warps, with warps or lanes, and with groups that run side by side. A race is a
# DeviceError that names both source lines. -O0 is not used, because it reads values that are never used.
here=$srcdir/tests/drivers
GPULINALG_BACKENDS=emulated,host
GPULINALG_EIGH_FROM=2
OCL_ICD_VENDORS=/nowhere
LANGUAGES=c
export here GPULINALG_BACKENDS GPULINALG_EIGH_FROM OCL_ICD_VENDORS LANGUAGES
# shellcheck disable=SC2016  # expanded for each line
job='GPULINALG_EMULATED_FLAGS="-DEMULATED_RACES -DEMULATED_$1"
    export GPULINALG_EMULATED_FLAGS
    shift
    "$SHELL" "$here/in-each-language" emulated:0 "$@"'
while read -r way files; do
    line=$way
    for file in $files; do
        line="$line $srcdir/tests/cases/$file.case"
    done
    echo "$line"
done <<END | "$here/jobs" "$job" | "$here/merge-tap"
RACES linalg/stack_orders linalg/cholesky_orders linalg/qr linalg/lstsq_stacks
RACES linalg/eig_stacks groups/group_sum groups/group_quantile
RACES sorting/sort sorting/unique sorting/searchsorted scan/nonzero reduce/argmax
RACES sparse/products sparse/block_products sparse/codes sparse/iteration_steps sparse/triangular
WARPS linalg/stack_orders linalg/eigh
LANES linalg/stack_orders
WARPS sorting/long groups/add_at sparse/convert
RESIDENT linalg/lu linalg/qr linalg/cholesky linalg/cholesky_orders
END
