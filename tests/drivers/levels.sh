# tags: fast slow
# The cases of the tier in C on the host, as it is built for each level of the processor: bytes, shapes and types of all results
# are the same.
here=$srcdir/tests/drivers
results=$(mktemp -d) || exit 1
trap 'rm -rf "$results"' EXIT
why_not() { # LEVEL: why the host is not used then
    GPULINALG_HOST_LEVEL=$1 src/cli/gpulinalg info | sed -n 's/^  host *not used: //p'
}
ok() { # NAME, of what has just been done
    if [ $? -eq 0 ]; then echo "ok - $1"; else echo "not ok - $1"; fi
}
levels=
for level in v4 v3 baseline; do
    case $(why_not $level) in '') levels="$levels $level" ;; esac
done
case $levels in
*' '*' '*) ;;
*)
    echo "1..0 # SKIP the processor and the build have one level of the host:$levels"
    exit
    ;;
esac
{
    echo 'driver begins: names'
    [ "$(why_not 3)" = 'GPULINALG_HOST_LEVEL is "3", but this build supports only baseline, v3 and v4' ]
    ok 'a level that there is not'
    for level in v4 v3 baseline; do
        case $levels,$(why_not $level) in
        *$level*,*) true ;;
        *,"GPULINALG_HOST_LEVEL is $level, which this processor does not support; it supports ${levels#* }"*) true ;;
        *) false ;;
        esac
        ok "$level is there or refused"
    done
    printf '1..4\ndriver ends with 0\n'
    for level in $levels; do
        echo "driver begins: $level"
        export GPULINALG_HOST_LEVEL="$level"
        "$here/select" host | xargs tests/drivers/cases --device host --hex "$results/$level" 2>&1
        echo "driver ends with $?"
        echo "driver begins: comparison"
        first=${first:-$level}
        [ -s "$results/$level" ] && diff "$results/$first" "$results/$level" >"$results/diff"
        ok "$(wc -l <"$results/$level") results at $level are those at $first"
        head -20 "$results/diff" | cut -c1-200 | sed 's/^/#   /'
        printf '1..1\ndriver ends with 0\n'
    done
} | "$here/merge-tap"
