#!/bin/sh
# Tests the Python package and its examples beside frameworks, each in a virtual environment of its own, build/frameworks/NAME.
# Without arguments: jax and ray; further names: tf (1.6 GB on disk) and torch (some gigabytes from PyPI, which has it with CUDA
# alone). A Python that has a framework already is taken with PENSTOCK_FRAMEWORK_PYTHON, and nothing is installed then; it needs pytest.
# `frameworks.sh bench` tests nothing: it installs tf, and torchvision beside Ray, for `npm run bench -- bridge --only shards`.
# TORCH_INDEX_URL picks another index for torch and torchvision, such as PyTorch's own one of builds without CUDA.
set -eu
cd "$(dirname "$0")/../.."

python=${PENSTOCK_PYTHON:-python3}

# Makes the environment of that name, or adds packages that it does not have; one that was left half made is made anew.
install() { # name, packages, options of pip
  venv=build/frameworks/$1
  if [ ! -f $venv/.installed ]; then
    rm -rf $venv
    $python -m venv $venv || { echo 'frameworks: the module venv is missing: install python3-venv' >&2; exit 1; }
  fi
  grep -qxF "$2" $venv/.installed 2>/dev/null && return
  # shellcheck disable=SC2086
  $venv/bin/pip install --quiet --disable-pip-version-check numpy pytest $2 ${3-}
  echo "$2" >>$venv/.installed
}

ray='ray[data]' tf='tensorflow-cpu'
[ $# -gt 0 ] || set -- jax ray
for name; do
  dali=
  case $name in
    jax) packages='jax' ;;
    ray) packages=$ray ;;
    tf) packages=$tf dali=tf ;;
    torch)
      packages='torch diastatic-malt numba'
      dali='torch dynamic iterators proxy numba'
      ;;
    bench)
      install tf "$tf"
      install ray "$ray"
      install ray torchvision "${TORCH_INDEX_URL:+--index-url $TORCH_INDEX_URL --extra-index-url https://pypi.org/simple}"
      continue
      ;;
    *) echo "frameworks: expected jax, ray, tf, torch or bench but received $name" >&2; exit 2 ;;
  esac
  run=${PENSTOCK_FRAMEWORK_PYTHON:-}
  if [ -z "$run" ]; then
    install "$name" "$packages"
    run=$PWD/build/frameworks/$name/bin/python
  fi
  # shellcheck disable=SC2046
  (cd python && PYTHONPATH="$PWD${PYTHONPATH:+:$PYTHONPATH}" RAY_USAGE_STATS_ENABLED=0 "$run" -m pytest --show-capture=no "tests/test_$name.py" tests/test_examples.py $([ -z "$dali" ] || printf 'tests/test_dali_%s.py ' $dali))
done
