# What makers of this folder share that read each case with DALI in a process of its own, because DALI ends the whole process
# for some files. A maker calls results() first: with arguments it is such a process, and goes no further.

import base64
import json
import os
import subprocess
import sys
from importlib.metadata import version


def results(script, run_one, calls):
    """Calls run_one(*call) for each list of numbers in its own process; gives what it returns, or None where it failed."""
    if len(sys.argv) > 1:
        print(json.dumps(run_one(*map(int, sys.argv[1:]))))
        sys.exit()
    found = []
    for call in calls:
        done = subprocess.run([sys.executable, script, *map(str, call)], capture_output=True, text=True)
        lines = [line for line in done.stdout.splitlines() if line.startswith('[[') or line == '[]']
        found.append(json.loads(lines[0]) if done.returncode == 0 and lines else None)
        print(*call, '-' if found[-1] is None else len(found[-1]), done.returncode, flush=True)
    return found


def arrays(outputs):
    """Outputs of one sample as goldens have them: dtype, shape, and the bytes in base64."""
    return [[x.dtype.name, list(x.shape), base64.b64encode(x.tobytes()).decode()] for x in outputs]


def write(script, rows, ascii=False):
    """Writes the cases beside the maker, make_NAME.py, as NAME.json."""
    name = os.path.basename(script).removeprefix('make_').removesuffix('.py')
    with open(os.path.join(os.path.dirname(os.path.abspath(script)), f'{name}.json'), 'w') as f:
        body = ',\n'.join(json.dumps(row, ensure_ascii=ascii, separators=(',', ':')) for row in rows)
        f.write(f'{{"dali": "{version("nvidia-dali-cuda130")}", "cases": [\n{body}\n]}}\n')
