"""DALI's proxy: what a DataLoader of PyTorch gives whose workers feed a pipeline of the main process."""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from penstock.dali import fn, pipeline_def  # noqa: E402
from penstock.dali.plugin.pytorch.experimental.proxy import DALIServer, DataLoader  # noqa: E402


@pipeline_def(batch_size=8, num_threads=1, device_id=None, prefetch_queue_depth=3)
def doubled() -> Any:
    x = fn.external_source(name="x")
    return x * 2, fn.reductions.sum(x)


@pipeline_def(batch_size=8, num_threads=1, device_id=None)
def difference() -> Any:
    return fn.external_source(name="a") - fn.external_source(name="b")


class Numbers:
    """Sample i is [i, i + 1], passed through `transform`."""

    def __init__(self, size: int, transform: Any) -> None:
        self.size, self.transform = size, transform

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, i: int) -> Any:
        return i, self.transform(np.int32([i, i + 1]))


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("deterministic", [False, True])
def test_outputs_stand_beside_what_the_data_set_gave(workers: int, deterministic: bool) -> None:
    with DALIServer(doubled(), deterministic=deterministic) as server:
        for _ in range(2):
            seen = []
            for i, (twice, sums) in DataLoader(server, Numbers(20, server.proxy), batch_size=8, num_workers=workers):
                assert twice.tolist() == [[2 * k, 2 * k + 2] for k in i.tolist()]
                assert sums.tolist() == [2 * k + 1 for k in i.tolist()]
                seen += i.tolist()
            assert seen == list(range(20))


def test_a_data_set_may_call_the_proxy_several_times_for_a_sample() -> None:
    def views(x: Any) -> Any:
        return {"one": server.proxy(x)[0], "other": server.proxy(x + 100)[0]}

    server = DALIServer(doubled())
    for i, both in DataLoader(server, Numbers(8, views), batch_size=4):
        assert both["one"].tolist() == [[2 * k, 2 * k + 2] for k in i.tolist()]
        assert both["other"].tolist() == [[2 * k + 200, 2 * k + 202] for k in i.tolist()]
    server.stop_thread()


def test_inputs_are_given_by_position_or_by_name() -> None:
    one, five = np.int32([1]), np.int32([5])
    with DALIServer(difference()) as server:
        for transform in (lambda _: server.proxy(five, one), lambda _: server.proxy(five, b=one), lambda _: server.proxy(b=one, a=five)):
            (batch,) = DataLoader(server, Numbers(3, transform), batch_size=3)
            assert batch[1].tolist() == [[4]] * 3
        for wrong in ((), (one,), (one, one, one)):
            with pytest.raises(ValueError, match="inputs a, b"):
                server.proxy(*wrong)


def test_a_batch_that_fails_raises_and_the_next_one_comes() -> None:
    def sample(x: Any) -> Any:
        return server.proxy(np.zeros((1, 3)) if x[0] == 5 else x)

    with DALIServer(doubled()) as server:
        batches = iter(DataLoader(server, Numbers(12, sample), batch_size=4, num_workers=1))
        assert next(batches)[0].tolist() == [0, 1, 2, 3]
        with pytest.raises(TypeError, match="samples of one dtype"):
            next(batches)
        assert len(list(DataLoader(server, Numbers(12, server.proxy), batch_size=4))) == 3


def test_an_error_of_an_operator_comes_where_its_batch_would() -> None:
    @pipeline_def(batch_size=4, num_threads=1, device_id=None)
    def inverse() -> Any:
        return fn.reinterpret(fn.external_source(name="x"), shape=[2, -1])

    def sample(x: Any) -> Any:
        return server.proxy(x[: 1 if x[0] == 5 else 2])

    with DALIServer(inverse()) as server:
        batches = DataLoader(server, Numbers(12, sample), batch_size=4)
        with pytest.raises(RuntimeError, match="reinterpret"):
            list(batches)
        assert len(list(DataLoader(server, Numbers(12, server.proxy), batch_size=4))) == 3


def test_a_server_may_be_started_again() -> None:
    server = DALIServer(doubled())
    for _ in range(2):
        with server:
            assert len(list(DataLoader(server, Numbers(8, server.proxy), batch_size=4))) == 2


def test_what_holds_itself_is_looked_through_once() -> None:
    with DALIServer(doubled()) as server:
        refs = [server.proxy(np.int32([k, k]))[0] for k in (1, 2)]
        batch = torch.utils.data.default_collate(refs)
        held: Any = {"batch": batch, "list": [batch]}
        held["self"] = held
        made = server.produce_data(held)
        assert made["self"] is made and made["list"][0] is made["batch"]
        assert made["batch"].tolist() == [[2, 2], [4, 4]]


def test_a_worker_that_dies_is_an_error() -> None:
    def sample(x: Any) -> Any:
        if x[0] == 6:
            os.kill(os.getpid(), signal.SIGKILL)
        return server.proxy(x)

    with DALIServer(doubled()) as server:
        with pytest.raises(RuntimeError, match="killed|ended|exited"):
            list(DataLoader(server, Numbers(12, sample), batch_size=4, num_workers=1))


def test_a_pipeline_that_the_proxy_cannot_feed_is_refused() -> None:
    @pipeline_def(batch_size=1, num_threads=1, device_id=None)
    def fed_by_itself() -> Any:
        return fn.external_source(source=lambda: [np.int32([1])])

    with pytest.raises(RuntimeError, match="without a source"):
        DALIServer(fed_by_itself())
    with pytest.raises(TypeError, match="Expected a pipeline"):
        DALIServer("pipeline")  # type: ignore[arg-type]
