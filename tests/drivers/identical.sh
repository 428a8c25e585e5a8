# Every result of every case has the same bytes, shape and type in C, Python and Perl, on each device.
here=$srcdir/tests/drivers
OCL_ICD_VENDORS=${OPENCL_VENDORS-/etc/OpenCL/vendors}
IDENTICAL=$(mktemp -d) || exit 1
trap 'rm -rf "$IDENTICAL"' EXIT
export OCL_ICD_VENDORS IDENTICAL PYTHON PERL srcdir
"$PYTHON" -c 'import gpulinalg' 2>/dev/null || PYTHON=
"$PERL" -e 'use GPULinalg' 2>/dev/null || PERL=
test -n "$PYTHON$PERL" || { echo "1..0 # SKIP neither Python nor Perl is built"; exit; }

for device in $(tests/drivers/cases --devices); do
    "$here/cases-for" "$device" few | xargs -n 12 | sed "s|^|$device |"
done | "$here/jobs" '
    device=$1
    shift

    # check NAME COMMAND...: its results against those of the C driver.
    check() {
        language=$1
        shift
        "$@" --hex $IDENTICAL/$language.$name $cases >/dev/null 2>$IDENTICAL/errors.$name
        diff $IDENTICAL/c.$name $IDENTICAL/$language.$name >$IDENTICAL/diff.$name
        if test -s $IDENTICAL/c.$name && test ! -s $IDENTICAL/diff.$name; then
            echo "ok - $(wc -l <$IDENTICAL/c.$name) results of C and $language on $device are identical"
        else
            echo "not ok - results of C and $language on $device are identical"
            { head -20 $IDENTICAL/diff.$name; head -5 $IDENTICAL/errors.$name; } | cut -c1-200 | sed "s/^/#   /"
        fi
    }
    name=$(basename "$into")
    cases="--device $device $*"
    tests/drivers/cases --hex $IDENTICAL/c.$name $cases >/dev/null 2>&1
    test -z "$PYTHON" || check python "$PYTHON" "$srcdir/tests/drivers/cases.py"
    test -z "$PERL" || check perl "$PERL" "$srcdir/tests/drivers/cases.pl"' |
    ${AWK:-awk} '/^(not )?ok - / { sub(/ok - /, "ok " ++n " - ") } { print } END { print "1.." n + 0 }'
