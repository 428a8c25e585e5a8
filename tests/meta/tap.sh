# tap.sh - for the shell tests here: count and report.  Source it, call `ok` or `skip`, end with `done_testing`.
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
