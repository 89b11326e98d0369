#!/usr/bin/env bash
# Installs rival libraries beside this script, each in its own place and pinned by its requirements file.
#   bench/rivals/install.sh                  all of them but video
#   bench/rivals/install.sh dali sharp       only these
# PYTHON picks the interpreter (3.11 is what the pins were tested with). TORCH_INDEX_URL picks another index for torch,
# for example PyTorch's own CPU one: PyPI's x86-64 torch is the CUDA build, so it brings GBs of CUDA libraries along.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

python="${PYTHON:-python3}"

install_python() {
  local name=$1
  shift
  local venv=".venv-$name"
  [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "requirements-$name.txt" "$@"
}

[ $# -gt 0 ] || set -- dali tf sharp torch

for rival in "$@"; do
  echo "installing $rival" >&2
  case $rival in
    dali | tf | video) install_python "$rival" ;;
    torch) install_python torch ${TORCH_INDEX_URL:+--index-url "$TORCH_INDEX_URL" --extra-index-url https://pypi.org/simple} ;;
    # DALI's PyTorch iterator needs both in one place.
    dali-torch) bash install.sh torch && install_python torch -r requirements-dali.txt ;;
    sharp) (cd sharp && npm ci --no-audit --no-fund --loglevel=error) ;;
    *)
      echo "unknown rival '$rival'; expected dali, dali-torch, tf, torch, video or sharp" >&2
      exit 2
      ;;
  esac
done
