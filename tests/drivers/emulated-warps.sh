# tags: slow
# Cases whose kernels have a variant for devices with warps, in C on the emulated device, which implements an exchange within a
# warp by one within the group. Otherwise these variants run only on NVIDIA's GPUs. tests/property/eigenvalues.py has orders of
# all kinds for these variants.
here=$srcdir/tests/drivers
cases=$srcdir/tests/cases
GPULINALG_BACKENDS=emulated,host
GPULINALG_EMULATED_FLAGS='-O0 -DEMULATED_WARPS'
GPULINALG_EIGH_FROM=2
OCL_ICD_VENDORS=/nowhere
LANGUAGES=c
export GPULINALG_BACKENDS GPULINALG_EMULATED_FLAGS GPULINALG_EIGH_FROM OCL_ICD_VENDORS LANGUAGES
for files in "linalg/eigh linalg/eigvalsh" "sorting/sort sorting/long" "scan/nonzero index/getitem" \
    "groups/group_sum groups/add_at"; do
    line=emulated:0
    for file in $files; do
        line="$line $cases/$file.case"
    done
    echo "$line"
done | "$here/jobs" '"$SHELL" "$srcdir/tests/drivers/in-each-language" "$@"' | "$here/merge-tap"
