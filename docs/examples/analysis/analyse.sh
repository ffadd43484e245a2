#!/bin/sh
# From a recording to tables, answers and pictures: sh analyse.sh RECORDING INTO
set -eu
here=$(dirname "$0")
recording=$1
into=$2
mkdir -p "$into"

depthwire export "$recording" --to "$into" --levels 5

for question in candles spread book; do
  depthwire query "$(cat "$here/$question.sql")" "$into" > "$into/$question.txt"
done

for picture in spread lag gaps; do
  depthwire plot "$recording" --what "$picture" --out "$into/$picture.svg"
done
