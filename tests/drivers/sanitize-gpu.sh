# Run every conformance case on the first GPU under compute-sanitizer's memcheck, one area at a time. It takes minutes and is
# not part of `make check`. `make check-sanitizer` runs it.
PATH=$PATH:$(echo /usr/local/cuda*/bin | tr ' ' ':')
if ! command -v compute-sanitizer >/dev/null; then
    echo "1..0 # SKIP compute-sanitizer is not installed; it is a part of the CUDA toolkit"
    exit 0
fi
if ! tests/drivers/cases --devices | grep -q '^cuda:0$'; then
    echo "1..0 # SKIP there is no NVIDIA GPU"
    exit 0
fi
n=0
for room in "$srcdir"/tests/cases/${1:-*}/; do
    n=$((n + 1))
    name=$(basename "$room")
    log=tests/drivers/sanitize-gpu.$name.log
    # A call that fails because a case expects it is not a memory error.
    if compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 9 \
        tests/drivers/cases --device cuda:0 "$room"*.case >"$log" 2>&1; then
        echo "ok $n - memcheck finds nothing in $name"
        rm -f "$log"
    else
        echo "not ok $n - memcheck finds nothing in $name"
        grep -v '^ok' "$log" | head -20 | sed 's/^/#   /'
    fi
done
echo "1..$n"
