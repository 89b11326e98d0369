"""The examples run as python/README.md shows them, each where its framework is installed."""

import faulthandler
import importlib.util
import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

EXAMPLES = ROOT / "python" / "examples"
# A framework is loaded and compiles in that time, on a busy machine.
SECONDS = 300
STEP = r"rank {}, epoch \d, step \d"


def printed(framework, *command, cwd=ROOT):
    """What a command of this interpreter prints."""
    if importlib.util.find_spec(framework) is None:
        pytest.skip(f"{framework} is not installed")
    faulthandler.dump_traceback_later(SECONDS + 10, exit=True, file=sys.__stderr__)
    path = os.pathsep.join(filter(None, [str(ROOT / "python"), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONPATH": path, "RAY_USAGE_STATS_ENABLED": "0"}
    done = subprocess.run(
        [sys.executable, *command], cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=SECONDS
    )
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    return done.stdout


# Lines of two processes may run into one another.
def losses(text, where, digits=3):
    return [float(loss) for loss in re.findall(rf"{where}: loss (\d+\.\d{{{digits}}})", text)]


def share_of_waiting(text, who=""):
    (share,) = re.findall(rf"{who}(\d+)% of the time was spent on waiting for data", text)
    return int(share)


def test_jax():
    text = printed("jax", str(EXAMPLES / "train_jax.py"))
    epochs = losses(text, r"epoch \d")
    assert len(epochs) == 5 and epochs[-1] < epochs[0]
    assert 0 <= share_of_waiting(text) <= 100


def test_torch():
    text = printed("torch", str(EXAMPLES / "train_torch.py"))
    steps = losses(text, STEP.format(0))
    # Two epochs of the 24 photos, 8 at a time.
    assert len(steps) == 6 and all(0 < loss < 100 for loss in steps)
    assert 0 <= share_of_waiting(text, "rank 0: ") <= 100


def test_project_with_torch():
    text = printed("torch", str(ROOT / "templates/torch/train.py"), "--data", str(ROOT / "data/photos"), "--epochs", "2")
    found = re.findall(r"^epoch \d: 24 images, loss \d+\.\d{3}, \d+% right$", text, re.MULTILINE)
    assert len(found) == 2


def test_torch_of_the_tutorial(tmp_path):
    shutil.copytree(ROOT / "examples" / "tutorial", tmp_path, dirs_exist_ok=True)
    (tmp_path / "photos").symlink_to(ROOT / "data" / "photos")
    text = printed("torch", "train_torch.py", cwd=tmp_path)
    epochs = losses(text, r"epoch \d+", 2)
    assert len(epochs) == 4 and epochs[-1] < 0.8 * epochs[0]
    assert re.search(r"^of its time the loop waited \d+\.\d % for data$", text, re.M)


def test_pipelines_in_python(tmp_path):
    page = (ROOT / "docs" / "python" / "pipelines.md").read_text()
    training, calls = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
    (tmp_path / "photos").symlink_to(ROOT / "data" / "photos")
    (tmp_path / "train.py").write_text(training)
    (tmp_path / "calls.py").write_text(calls)
    epochs = losses(printed("torch", "train.py", cwd=tmp_path), r"epoch \d", 2)
    assert len(epochs) == 6 and epochs[-1] < 0.7 * epochs[0]
    assert printed("numpy", "calls.py", cwd=tmp_path) == "(2, 224, 224, 3)\n"


def test_two_shards_under_torchrun():
    text = printed("torch", "-m", "torch.distributed.run", "--nproc-per-node", "2", str(EXAMPLES / "train_torch.py"))
    ranks = [losses(text, STEP.format(rank)) for rank in range(2)]
    # Each has 12 photos an epoch, and a last batch that is padded.
    assert [len(steps) for steps in ranks] == [4, 4]
    # They train on different photos.
    assert ranks[0] != ranks[1]
    assert all(0 <= share_of_waiting(text, f"rank {rank}: ") <= 100 for rank in range(2))


def test_ray():
    text = printed("ray", str(EXAMPLES / "read_ray.py"))
    # Two tasks of 12 photos. Their pipelines pad the last batch, which makes no rows.
    assert re.findall(r"^epoch (\d): (\d+) rows", text, re.M) == [("0", "24"), ("1", "24")]


def test_imperative_mode_as_a_program_of_dali():
    program = EXAMPLES / "dali" / "dynamic_training.py"
    text = printed("numpy", "-m", "penstock.dali", str(program), str(ROOT / "data" / "photos"))
    assert re.findall(r"epoch (\d): (\d+) images, batches of \(\d+, 3, 224, 224\)", text) == [("0", "24"), ("1", "24")]
