#!/usr/bin/env bash
# The proofs of README: kalah from the start, its first moves, and positions of the oware family from self-play. Takes hours with all its parts.
#
#   tools/proofs.sh DIR [MIB]     tables and results go to DIR; MIB of memory for a proof (default 1024; 8000 were used for 5 seeds a pit)
#
# Each proof of kalah is checked by the other search, which has a table of its own and knows nothing of the proof: `analyze` of positions farther
# and farther along the line, until it proves one of them. Both sides play best there, so the final difference must be the same.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -lt 1 ] || [ $# -gt 2 ] || [[ -z $1 || $1 = -* || ! ${2:-1024} =~ ^[0-9]+$ ]]; then
    echo "usage: tools/proofs.sh DIR [MIB]; expected a folder for tables and results, and a number" >&2
    exit 2
fi
directory=$1
memory=${2:-1024}
mkdir -p "$directory"
cargo build --release --bin oware --example sample-positions
oware=target/release/oware
threads=$(nproc)
field() { sed "s/.*\"$1\":\(\[[^]]*\]\|\"[^\"]*\"\|[^,}]*\).*/\1/"; }

for rules in kalah kalah-strict; do
    "$oware" db build --rules "$rules" --seeds 20 --db "$directory"
    for seeds in 4 5; do
        proof=$("$oware" best --prove --rules "$rules" --seeds-per-pit "$seeds" --threads "$threads" --db "$directory" --hash "$memory" --json)
        echo "$proof" | tee "$directory/$rules-$seeds.json"
        line=$(echo "$proof" | field pv | tr -dc 'A-Fa-f')
        value=$(echo "$proof" | field score)
        for plies in $(seq 8 2 ${#line}); do
            checked=$("$oware" analyze --rules "$rules" --seeds-per-pit "$seeds" --moves "${line:0:plies}" --db "$directory" --time 60s --json | head -1)
            [ "$(echo "$checked" | field exact)" = true ] || continue
            again=$(echo "$checked" | field score)
            [ "${again#-}" = "${value#-}" ] || { echo "after $plies moves the search says $again: $checked" >&2; exit 1; }
            echo "checked: after $plies moves the playing search proves $again"
            break
        done
    done
    for move in A B C D E F; do
        "$oware" best --prove --rules "$rules" --moves "$move" --threads "$threads" --db "$directory" --hash "$memory" --json | tee "$directory/$rules-4-$move.json"
    done
done

"$oware" db build --rules abapa --seeds 24 --db "$directory"
"$oware" db build --rules abapa --kind forced --seeds 24 --db "$directory"
for seeds in 26 28 30; do
    positions=$directory/abapa-$seeds.txt
    cargo run --quiet --release --example sample-positions -- --rules abapa --seeds "$seeds" --count 200 --seed 1 >"$positions"
    for repetition in split own-side; do
        results=$directory/abapa-$seeds-$repetition.jsonl
        "$oware" best --prove --time 10s --hash 512 --repetition "$repetition" --db "$directory" --stdin --json <"$positions" >"$results"
        echo "$seeds seeds, $repetition: $(grep -c '"exact":true' "$results") of $(wc -l <"$results") proven within 10 s each"
    done
done
