#!/bin/sh
# Tests the Python package and its examples beside frameworks, each in a virtual environment of its own, build/frameworks/NAME.
# Without arguments: jax and ray; further names: tf (1.6 GB on disk) and torch (some gigabytes from PyPI, which has it with CUDA
# alone). A Python that has a framework already is taken with PENSTOCK_FRAMEWORK_PYTHON, and nothing is installed then; it needs pytest.
set -eu
cd "$(dirname "$0")/.."

python=${PENSTOCK_PYTHON:-python3}
[ $# -gt 0 ] || set -- jax ray
for name; do
  case $name in
    jax) packages='jax' ;;
    ray) packages='ray[data]' ;;
    tf) packages='tensorflow-cpu' ;;
    torch) packages='torch' ;;
    *) echo "frameworks: expected jax, ray, tf or torch but received $name" >&2; exit 2 ;;
  esac
  run=${PENSTOCK_FRAMEWORK_PYTHON:-}
  if [ -z "$run" ]; then
    venv=build/frameworks/$name
    run=$PWD/$venv/bin/python
    if [ ! -f $venv/.installed ]; then
      rm -rf $venv
      $python -m venv $venv || { echo 'frameworks: the module venv is missing: install python3-venv' >&2; exit 1; }
      # shellcheck disable=SC2086
      $venv/bin/pip install --quiet --disable-pip-version-check numpy pytest $packages
      touch $venv/.installed
    fi
  fi
  (cd python && PYTHONPATH="$PWD${PYTHONPATH:+:$PYTHONPATH}" RAY_USAGE_STATS_ENABLED=0 "$run" -m pytest --show-capture=no "tests/test_$name.py" tests/test_examples.py)
done
