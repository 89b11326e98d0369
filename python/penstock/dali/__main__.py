"""``python -m penstock.dali [--cpu] PROGRAM [ARGS]`` runs a program whose imports say ``nvidia.dali``."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

from ._options import CPU_ONLY


def main() -> None:
    if sys.argv[1:2] == ["--cpu"]:
        del sys.argv[1]
        # Processes that the program starts have it too.
        os.environ[CPU_ONLY] = "1"
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(
            "usage: python -m penstock.dali [--cpu] PROGRAM [ARGS]\n\n"
            "Runs a Python program of DALI on penstock: `import nvidia.dali` gives penstock.dali.\n"
            "--cpu: pipelines have no GPU, whatever their device_id is: operators for 'mixed' and 'gpu' run on the CPU."
        )
        sys.exit(0 if len(sys.argv) > 1 else 2)
    program = sys.argv[1]
    if not Path(program).is_file():
        sys.exit(f"penstock.dali: expected a program to run but '{program}' does not exist")
    from ._alias import install

    install()
    del sys.argv[0]
    # A program finds its own modules in its folder.
    sys.path[0] = str(Path(program).resolve().parent)
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
