#!/bin/bash
# Concatenates coverage trace files (which the format allows).
#   --output_file=F and either --coverage_dir=DIR (all *.dat below it) or --reports_file=F (a list)
set -eu
coverage_dir='' output_file='' reports_file=''
for argument; do
  case $argument in
    --coverage_dir=*) coverage_dir=${argument#*=} ;;
    --output_file=*) output_file=${argument#*=} ;;
    --reports_file=*) reports_file=${argument#*=} ;;
  esac
done
if [ -n "$reports_file" ]; then
  xargs -r -a "$reports_file" cat >"$output_file"
else
  find "$coverage_dir" -name '*.dat' | LC_ALL=C sort | xargs -r cat >"$output_file"
fi
