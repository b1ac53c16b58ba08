#!/usr/bin/env bash
# Makes a release for Linux in a folder: one static program with tables, books and networks in it, packed with README, LICENSE, CHANGELOG, manual pages and
# completions, and its checksum. It publishes nothing. From the same commit and the same toolchain come the same bytes.
#
#   tools/release.sh --check            says what lacks before a release, and makes nothing
#   tools/release.sh [--skip-ci] DIR    checks, runs .ci/run unless told not to, and makes the release in DIR
#
# TARGET names another target than x86_64-unknown-linux-musl.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${TARGET:-x86_64-unknown-linux-musl}
usage() {
    echo "usage: tools/release.sh --check | [--skip-ci] DIR; expected a folder for the release" >&2
    exit 2
}
check_only=false ci=true directory=
for argument; do
    case $argument in
    --check) check_only=true ;;
    --skip-ci) ci=false ;;
    -* | '') usage ;;
    *) [ -z "$directory" ] || usage; directory=$argument ;;
    esac
done
$check_only || [ -n "$directory" ] || usage

lacks=0
lack() { echo "lacks: $*" >&2; lacks=1; }

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
# A heading such as `## 0.1.0 - 2026-12-31`, its date no day to come.
date=$(sed -n "s/^## \[\{0,1\}${version//./\\.}\]\{0,1\} - \([0-9]\{4\}-[0-9]\{2\}-[0-9]\{2\}\)$/\1/p" CHANGELOG.md | head -1)
if [ -z "$date" ]; then
    lack "a heading \`## $version - YYYY-MM-DD\` in CHANGELOG.md"
elif [[ $date > $(date -u +%F) ]]; then
    lack "a day in CHANGELOG.md that is not to come: $date"
fi
unreleased=$(sed -n '/^## Unreleased/,/^## [^U]/p' CHANGELOG.md | grep -c '^- ' || true)
[ "$unreleased" -eq 0 ] || lack "$unreleased entries of CHANGELOG.md moved from Unreleased to $version"
[ -z "$(git status --porcelain)" ] || lack "a commit of what git status shows"
if git rev-parse -q --verify "refs/tags/v$version" >/dev/null && [ "$(git rev-parse "v$version^{commit}")" != "$(git rev-parse HEAD)" ]; then
    lack "a new version in Cargo.toml: the tag v$version is another commit"
fi
if [ "$lacks" -ne 0 ]; then
    exit 1
fi
echo "oware $version of $date is ready to be made"
if $check_only; then
    exit 0
fi

if $ci; then .ci/run; fi
rustup target add "$target" >/dev/null 2>&1 || true

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
RUSTFLAGS="-C target-feature=+crt-static --remap-path-prefix=$PWD=oware --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" \
    cargo build --release --locked --bin oware --features web --target "$target" --config 'profile.release.strip="debuginfo"'
program=${CARGO_TARGET_DIR:-target}/$target/release/oware
if command -v readelf >/dev/null && readelf --dynamic "$program" | grep -q NEEDED; then
    echo "error: $program needs shared libraries; expected a static program" >&2
    exit 1
fi

name=oware-$version-$target
mkdir -p "$directory"
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
mkdir -p "$staging/$name/man" "$staging/$name/completions"
install -m 755 "$program" "$staging/$name/oware"
install -m 644 README.md LICENSE CHANGELOG.md "$staging/$name"
"$program" man --out "$staging/$name/man"
for shell in bash zsh fish; do
    "$program" completions "$shell" >"$staging/$name/completions/oware.$shell"
done
tar --directory "$staging" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --create "$name" |
    gzip --no-name -9 >"$directory/$name.tar.gz"
(cd "$directory" && sha256sum "$name.tar.gz" >SHA256SUMS)

# What was packed works where nothing else is.
tar --directory "$staging" --extract --file "$directory/$name.tar.gz" --one-top-level=unpacked
empty=$staging/empty
mkdir "$empty"
packed=$staging/unpacked/$name/oware
(
    cd "$empty"
    run() { env -i HOME="$empty" "$packed" "$@"; }
    [ "$(run --version)" = "oware $version" ]
    run best --rules kalah --seeds-per-pit 2 | grep -q 'exact: '
    run db build --rules wari --seeds 9 --db "$empty" >/dev/null
    run db verify --rules wari --db "$empty" >/dev/null
    printf 'position startpos\ngo movetime 50\n' | run uci | grep -q '^bestmove '
    [ "$(run bench --json | sed 's/.*"signature":"\([0-9a-f]*\)".*/\1/')" ]
) || { echo "error: what was packed does not work from an empty folder" >&2; exit 1; }
echo "made $directory/$name.tar.gz ($(stat -c %s "$directory/$name.tar.gz") bytes) and its SHA256SUMS"
