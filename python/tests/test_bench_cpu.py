"""CPU time by kind, as the benchmark of Ray counts it: what a child of a task takes is a pipeline's before and after its end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Dict

RAY = Path(__file__).resolve().parents[2] / "bench" / "bridge" / "ray"
# CPU seconds of one piece of work.
WORK = 0.3

# Does a piece of work for each line.
CHILD = f"""
import sys, time
while sys.stdin.readline():
    end = time.process_time() + {WORK}
    while time.process_time() < end: sum(range(1000))
    print('done', flush=True)
"""

# Bears the name of a task of Ray, and has a child that works for it, as the tasks of the benchmark have.
TASK = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, '-c', {CHILD!r}])
open('/proc/self/comm', 'w').write('ray::Read')
child.wait()
print('waited', flush=True)
if sys.argv[1] == 'stays': time.sleep(60)
"""

# Stands for the raylet.
RAYLET = f"""
import subprocess, sys, time
open('/proc/self/comm', 'w').write('raylet')
subprocess.run([sys.executable, '-c', {TASK!r}, sys.argv[1]])
print('reaped', flush=True)
time.sleep(60)
"""

# Looks at the processes after one piece of work, and when a second one is done and what did it is gone.
LOOKS = f"""
import json, subprocess, sys
sys.path.insert(0, {str(RAY)!r})
from cpu import cpu_between, processes
program, way, last = sys.argv[1:]
child = subprocess.Popen([sys.executable, '-c', program, way], stdin=-1, stdout=-1, text=True)
for number in range(2):
    child.stdin.write('go\\n')
    child.stdin.flush()
    assert child.stdout.readline() == 'done\\n'
    if number == 0: before = processes()
child.stdin.close()
while child.stdout.readline().strip() != last: pass
print(json.dumps(cpu_between(before, processes())))
child.kill()
"""


def between(program: str, way: str, last: str) -> Dict[str, float]:
    run = subprocess.run([sys.executable, "-c", LOOKS, program, way, last], stdout=subprocess.PIPE, check=True)
    sums: Dict[str, float] = json.loads(run.stdout)
    return sums


def test_child_of_a_task_that_has_ended_is_a_pipeline() -> None:
    sums = between(TASK, "stays", "waited")
    assert min(sums.values()) >= 0, sums
    assert "others" not in sums, sums
    # The second piece of work alone: the first was done before. CPU time comes in hundredths of a second.
    assert WORK - 0.05 <= sums["pipelines"] < 1.8 * WORK, sums


def test_task_that_has_ended_has_its_time_with_the_raylet() -> None:
    sums = between(RAYLET, "ends", "reaped")
    assert min(sums.values()) >= 0, sums
    assert WORK - 0.05 <= sums["tasks"] < 1.8 * WORK, sums
