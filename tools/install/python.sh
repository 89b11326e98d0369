#!/bin/sh
# Makes a virtual environment for the Python package in build/python, and installs the package into it so that its sources
# are used where they are. Does nothing where that was done already. With --test it runs the tests; further arguments go
# to pytest. PENSTOCK_PYTHON: the interpreter, python3 without it.
set -eu
cd "$(dirname "$0")/../.."

python=${PENSTOCK_PYTHON:-python3}
packages='numpy pytest mypy diastatic-malt'
venv=build/python
wanted="$($python --version) $packages $(cksum python/pyproject.toml)"
if [ ! -f $venv/.installed ] || [ "$(cat $venv/.installed)" != "$wanted" ]; then
  rm -rf $venv
  $python -m venv $venv || { echo 'python: the module venv is missing: install python3-venv' >&2; exit 1; }
  # shellcheck disable=SC2086
  $venv/bin/pip install --quiet --disable-pip-version-check $packages
  $venv/bin/pip install --quiet --disable-pip-version-check --no-deps --editable python
  echo "$wanted" >$venv/.installed
fi
[ "${1:-}" = --test ] || exit 0
shift
cd python
../$venv/bin/mypy
exec ../$venv/bin/pytest "$@"
