# Every result of every case has the same bytes, shape and type in C, Python and Perl, on each device.
directory=tests/drivers/identical.tmp
mkdir -p $directory
OCL_ICD_VENDORS=${OPENCL_VENDORS-/etc/OpenCL/vendors}
export OCL_ICD_VENDORS
n=0

# check NAME COMMAND...: its results against those of the C driver.
check()
{
    language=$1
    shift
    n=$((n + 1))
    "$@" --device "$device" --hex $directory/$language $cases >/dev/null 2>$directory/$language.err
    diff $directory/c $directory/$language >$directory/diff
    if test -s $directory/c && test ! -s $directory/diff; then
        echo "ok $n - $(wc -l <$directory/c) results of C and $language on $device are identical"
    else
        echo "not ok $n - results of C and $language on $device are identical"
        { head -20 $directory/diff; head -5 $directory/$language.err; } | cut -c1-200 | sed 's/^/#   /'
    fi
}

for device in $(tests/drivers/cases --devices); do
    cases=$("$srcdir/tests/drivers/cases-for" "$device" few)
    tests/drivers/cases --device "$device" --hex $directory/c $cases >/dev/null
    if "$PYTHON" -c 'import gpulinalg' 2>/dev/null; then
        check python "$PYTHON" "$srcdir/tests/drivers/cases.py"
    fi
    if "$PERL" -e 'use GPULinalg' 2>/dev/null; then
        check perl "$PERL" "$srcdir/tests/drivers/cases.pl"
    fi
done
test $n -gt 0 || echo "1..0 # SKIP neither Python nor Perl is built"
test $n -eq 0 || echo "1..$n"
rm -rf $directory
