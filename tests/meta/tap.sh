# tap.sh - TAP functions for the shell tests in this folder. Source it, call `ok` or `skip`, end with `done_testing`.
count=0
ok() { # status description
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; fi
}
skip() { # description reason
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}
diagnose() { sed 's/^/# /' "$@"; }
done_testing() { echo "1..$count"; }

here=$(cd "$(dirname "$0")" && pwd)
source_dir=$(cd "$here/../.." && pwd)
public_headers=$(sed -n 's|^#include "\(gpulinalg/.*\)"|include/\1|p' "$source_dir/include/gpulinalg.h")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
hdoc() { (cd "$source_dir" && "${PERL:-perl}" tools/hdoc "$@" $public_headers); }

# Install headers, library and the given make targets into $root, for programs that $CC builds against $include and $lib. A
# library with sanitizers requires programs built with them: then the test is skipped.
install_library() { # description, targets
    grep -q -e '-fsanitize' Makefile && {
        echo "1..0 # SKIP the library is built with sanitizers"
        exit
    }
    : "${CC:=$(sed -n 's/^CC = //p' Makefile)}"
    root=$scratch/root installed=$1
    shift
    env -u MAKEFLAGS -u MFLAGS make install-includeHEADERS install-gpulinalgincludeHEADERS install-libLTLIBRARIES "$@" \
        DESTDIR="$root" > "$scratch/err" 2>&1
    status=$?
    ok $status "$installed"
    [ $status -eq 0 ] || diagnose "$scratch/err"
    lib=$(dirname "$(find "$root" -name libgpulinalg.so)")
    include=$(dirname "$(find "$root" -name gpulinalg.h)")
}
with_library() { LD_LIBRARY_PATH="$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$@"; }
