"""Builds the package; pyproject.toml describes it. In a checkout of penstock that is built, the npm package goes into it, with its
addon and what it needs at run time, so that nothing else must be installed but Node.js.

PENSTOCK_ADDON: the addon to take in place of the one that was built in the checkout. PENSTOCK_NPM: the folder in whose node_modules
are the npm packages that it needs, for an addon of another processor. PENSTOCK_VIDEO: a folder with the video plugin and what it loads,
for an addon that was not built in the checkout; it goes into the wheel under its own name. PENSTOCK_BUNDLE=0 leaves the npm package out.
PENSTOCK_PLATFORM: the wheel's platform tag, for an addon that runs on older systems than this one.
"""

import json
import os
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

CHECKOUT = Path(__file__).resolve().parent.parent
ADDON = Path("build/Release/penstock.node")
# What lies beside the addon where it was built in the checkout: the plugins for videos and for GPUs.
PLUGINS = ("penstock_av.so", "penstock_cuda.so")


def addon():
    return Path(os.environ.get("PENSTOCK_ADDON") or CHECKOUT / ADDON)


def npm():
    return Path(os.environ.get("PENSTOCK_NPM") or CHECKOUT).resolve()


def bundles():
    # In the npm package, which has these sources too, there is nothing to add: what is imported from there is found there.
    if os.environ.get("PENSTOCK_BUNDLE") == "0" or not (CHECKOUT / "tools" / "setup.sh").exists():
        return False
    return addon().exists() and (CHECKOUT / "dist" / "cli" / "main.js").exists()


def find(name, start):
    """The folder of an npm package, as Node.js finds it; None where it is not installed."""
    for folder in (start, *start.parents):
        found = folder / "node_modules" / name
        if (found / "package.json").exists():
            return found
        if folder == npm():
            return None
    return None


def closure():
    """The npm packages that penstock-data needs at run time."""
    found = {}
    waiting = [npm()]
    while waiting:
        folder = waiting.pop()
        manifest = json.loads((folder / "package.json").read_text())
        for field in ("dependencies", "optionalDependencies"):
            for name in manifest.get(field, {}):
                package = find(name, folder)
                if package is None and field == "dependencies":
                    raise SystemExit(f"The npm package {name} is missing: sh tools/setup.sh installs it")
                if package is not None and package not in found.values():
                    found[str(package.relative_to(npm()))] = package
                    waiting.append(package)
    return found


def copy(source, target, *unwanted):
    shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*unwanted))


class BuildWithNpmPackage(build_py):
    def run(self):
        super().run()
        if self.editable_mode or not bundles():
            return
        root = Path(self.build_lib) / "penstock" / "_npm"
        shutil.rmtree(root, ignore_errors=True)
        own = root / "node_modules" / "penstock-data"
        copy(CHECKOUT / "dist", own / "dist", "*.map", "*.d.ts", ".built")
        (own / ADDON).parent.mkdir(parents=True)
        shutil.copy2(addon(), own / ADDON)
        for name in PLUGINS if addon() == CHECKOUT / ADDON else ():
            if addon().with_name(name).exists():
                shutil.copy2(addon().with_name(name), (own / ADDON).with_name(name))
        video = os.environ.get("PENSTOCK_VIDEO")
        if video:
            # Node.js finds it there as it finds the npm package of this name.
            copy(video, root / "node_modules" / f"penstock-data-{Path(video).name}")
        for name in ("package.json", "LICENSE", "THIRD_PARTY.md"):
            shutil.copy2(CHECKOUT / name, own / name)
        for place, package in closure().items():
            copy(package, root / place, "node_modules", "*.map", "*.md", "*.d.ts", "*.d.mts", "*.d.cts", "test", "docs")


class PlatformWheel(bdist_wheel):
    """Any Python 3 takes the wheel, on the platform of the addon."""

    def finalize_options(self):
        super().finalize_options()
        if bundles():
            self.root_is_pure = False

    def get_tag(self):
        if not bundles():
            return super().get_tag()
        return "py3", "none", os.environ.get("PENSTOCK_PLATFORM") or super().get_tag()[2]


setup(cmdclass={"build_py": BuildWithNpmPackage, "bdist_wheel": PlatformWheel})
