#!/usr/bin/env bash
# Learns the evaluation anew, from nothing: networks that know nothing play, their games are valued with the help of tables, networks learn from that, and again.
#
#   tools/train-evaluation.sh DIR     tables (5 GB) and positions go to DIR; the networks in src/search/evaluation are replaced
#
# On two cores the tables take about 5 minutes and the rest 48, of which the last round has 20.
#
# What is in DIR already is not made again, so an interrupted run goes on; the same sources give the same networks.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -ne 1 ] || [[ $1 = -* || -z $1 ]]; then
    echo "usage: tools/train-evaluation.sh DIR; expected a folder for tables and positions" >&2
    exit 2
fi
directory=$1
networks=src/search/evaluation
mkdir -p "$directory"

# Rounds: nodes for a value, and games of each rule set of the family.
nodes=(1000 2000 4000 8000)
oware_games=(1000 1500 2000 2500)
kalah_games=(2000 3000 4000 6000)

tool() { cargo run --quiet --release --example train-evaluation -- "$@"; }

for rules in abapa wari kalah kalah-strict; do
    cargo run --quiet --release --bin oware -- db build --rules "$rules" --seeds 24 --db "$directory"
done
for family in oware kalah; do
    [ -e "$directory/$family-0.net" ] || head -c "$(wc -c <"$networks/$family.net")" /dev/zero >"$directory/$family-0.net"
    cp "$directory/$family-0.net" "$networks/$family.net"
done
for round in 1 2 3 4; do
    label() { # rules, games, seeds in each pit at the start
        local examples=$directory/$1-$round.examples
        [ -e "$examples" ] && return
        tool label --rules "$1" --db "$directory" --games "$2" --nodes "${nodes[round - 1]}" --seed "$round" --seeds-per-pit "$3" --out "$examples.part"
        mv "$examples.part" "$examples"
    }
    label abapa "${oware_games[round - 1]}" 4
    label wari "${oware_games[round - 1]}" 4
    label kalah "${kalah_games[round - 1]}" 4,3,4,5,4,6
    label kalah-strict "${kalah_games[round - 1]}" 4,3,4,5,4,6
    # The values of the round before are good enough to learn from as well, those before it are not.
    examples() { for rules in "$@"; do for of in $((round - 1)) "$round"; do [ "$of" = 0 ] || echo "$directory/$rules-$of.examples"; done; done; }
    for family in oware kalah; do
        case $family in oware) sets=(abapa wari) ;; kalah) sets=(kalah kalah-strict) ;; esac
        mapfile -t files < <(examples "${sets[@]}")
        [ -e "$directory/$family-$round.net" ] || tool fit "${files[@]}" --seed "$round" --out "$directory/$family-$round.net"
    done
    for family in oware kalah; do cp "$directory/$family-$round.net" "$networks/$family.net"; done
done
