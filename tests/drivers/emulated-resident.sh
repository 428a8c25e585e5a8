# tags: slow
# Factorisations whose panels are computed by groups that run side by side, in C on the emulated device, where these groups take
# turns. Otherwise this code runs only on NVIDIA's GPUs by OpenCL. tests/property/resident.py has large orders.
here=$srcdir/tests/drivers
cases=$srcdir/tests/cases/linalg
GPULINALG_BACKENDS=emulated,host
GPULINALG_EMULATED_FLAGS='-O0 -DEMULATED_RESIDENT'
GPULINALG_EIGH_FROM=2
OCL_ICD_VENDORS=/nowhere
LANGUAGES=c
export GPULINALG_BACKENDS GPULINALG_EMULATED_FLAGS GPULINALG_EIGH_FROM OCL_ICD_VENDORS LANGUAGES
for files in "eigh eigvalsh" "lu qr slogdet cholesky" "solve inv stacks"; do
    line=emulated:0
    for file in $files; do
        line="$line $cases/$file.case"
    done
    echo "$line"
done | "$here/jobs" '"$SHELL" "$srcdir/tests/drivers/in-each-language" "$@"' | "$here/merge-tap"
