# A binding acts on the status that a function returns, not on the thread's last error. Python and Perl call the functions of
# outcomes.c in place of the library's.
shim=$PWD/tests/drivers/.libs/outcomes.so
unexplained="a function failed without a message; please report this"
n=0
check() {
    n=$((n + 1))
    if test "$2" = "$3"; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        echo "$2" | sed 's/^/#   /'
    fi
}

if "$PYTHON" -c 'import gpulinalg' 2>/dev/null; then
    said=$(LD_PRELOAD=$shim "$PYTHON" -c '
import gpulinalg as gla
x = gla.asarray(2.5, device="host")
print(float(gla.sign(x)))
for function in gla.trunc, gla.floor:
    try:
        function(x)
        print("no error")
    except Exception as error:
        print("%s: %s" % (type(error).__name__, error))' 2>&1)
    check 'Python raises what is returned, and only that' "$said" "2.5
SingularError: $unexplained
ShapeError: $unexplained"
fi
if "$PERL" -e 'use GPULinalg' 2>/dev/null; then
    said=$(LD_PRELOAD=$shim "$PERL" -e '
use GPULinalg;
my $x = GPULinalg::asarray(2.5, device => "host");
print GPULinalg::sign($x)->item, "\n";
for my $function (\&GPULinalg::trunc, \&GPULinalg::floor) {
    print eval { $function->($x); 1 } ? "no error\n" : $@->kind . ": " . $@->message . "\n";
}' 2>&1)
    check 'and so does Perl' "$said" "2.5
SingularError: $unexplained
ShapeError: $unexplained"
fi
test $n -gt 0 && echo "1..$n" || echo '1..0 # SKIP neither Python nor Perl is built'
