"""Augmentations: functions of samples and of a parameter, which follows from the bin of a magnitude."""

from __future__ import annotations

import warnings
from typing import Dict, Any, Callable, Optional, Sequence, Union

import numpy as np

from ... import fn, types
from ..._autograph import call
from ...data_node import DataNode
from ._args import MissingArgument, accepted_kwargs, count_positional, missing_kwargs

_unchanged: Any = object()


class SignedBin:
    """A bin of magnitudes with a sign: 1 negates the magnitude. Each is an int or a DataNode."""

    def __init__(self, magnitude_bin: Union[int, DataNode], sign: Union[int, DataNode]) -> None:
        self.bin = magnitude_bin
        self.sign = sign

    def __getitem__(self, place: int) -> SignedBin:
        """The bin and the sign of one place, where there are several per sample."""
        chosen = self.bin[place] if isinstance(self.bin, DataNode) else self.bin
        return SignedBin(chosen, self.sign[place] if isinstance(self.sign, DataNode) else self.sign)


def signed_bin(
    magnitude_bin: Union[int, DataNode, SignedBin],
    random_sign: Union[int, DataNode, None] = None,
    seed: Optional[int] = None,
    shape: Optional[Sequence[int]] = None,
) -> SignedBin:
    """A bin with a sign, which is drawn for each sample unless it is given.

    One that is made before samples are divided among augmentations is drawn once for all of them.

    Args:
        magnitude_bin: int or DataNode. The bin, from 0.
        random_sign: 1 where the magnitude is negated, else 0.
        seed: Seed of the draw.
        shape: Shape of the signs, where a sample has several.
    """
    if isinstance(magnitude_bin, SignedBin):
        magnitude_bin = magnitude_bin.bin
    if not isinstance(magnitude_bin, (int, np.integer, DataNode)):
        raise TypeError(f"Expected an int or a DataNode for magnitude_bin but received {magnitude_bin!r}.")
    if random_sign is not None and (seed is not None or shape is not None):
        raise ValueError("Expected random_sign, or seed and shape, but received both.")
    if random_sign is None:
        drawn: Dict[str, Any] = {name: value for name, value in (("seed", seed), ("shape", shape)) if value is not None}
        random_sign = fn.random.coin_flip(dtype=types.INT32, **drawn)
    return SignedBin(magnitude_bin, random_sign)


class Augmentation:
    """A function of samples and a parameter. It is called with the bin of a magnitude in place of the parameter."""

    def __init__(
        self,
        op: Callable[..., Any],
        mag_range: Union[tuple[float, float], np.ndarray, None] = None,
        randomly_negate: Optional[bool] = None,
        mag_to_param: Optional[Callable[[float], Any]] = None,
        param_device: Optional[str] = None,
        name: Optional[str] = None,
    ) -> None:
        self.op = op
        self.mag_range = mag_range
        self.randomly_negate = bool(randomly_negate)
        self.mag_to_param = mag_to_param or np.array
        self.param_device = param_device or "cpu"
        self.name = name or getattr(op, "__name__", repr(op))
        count = count_positional(op)
        if count < 2:
            raise TypeError(
                f"Expected a function of samples and a parameter for @augmentation but {self.name}"
                f" takes {count} positional arguments."
            )

    def __repr__(self) -> str:
        config = ", ".join(f"{name}={value!r}" for name, value in self._config().items() if value is not None)
        return f"Augmentation({config})"

    def __call__(
        self,
        data: DataNode,
        *,
        magnitude_bin: Union[int, DataNode, SignedBin, None] = None,
        num_magnitude_bins: Optional[int] = None,
        **kwargs: Any,
    ) -> Any:
        """Augments samples.

        Args:
            data: The samples.
            magnitude_bin: int, DataNode or what `signed_bin` gives. The bin of the magnitude.
            num_magnitude_bins: The number of bins that the range of magnitudes is divided into.
            kwargs: Arguments of the function, by name. Others are left out.
        """
        missing = missing_kwargs(self.op, kwargs)
        if missing:
            raise MissingArgument(self, missing)
        param = self._param(magnitude_bin, num_magnitude_bins, data)
        return call(self.op, data, param, **accepted_kwargs(self.op, kwargs))

    def augmentation(
        self,
        mag_range: Any = _unchanged,
        randomly_negate: Any = _unchanged,
        mag_to_param: Any = _unchanged,
        param_device: Any = _unchanged,
        name: Any = _unchanged,
        augmentation_cls: Optional[type[Augmentation]] = None,
    ) -> Augmentation:
        """The same function with other settings. None stands for the default of a setting."""
        given = {
            "mag_range": mag_range,
            "randomly_negate": randomly_negate,
            "mag_to_param": mag_to_param,
            "param_device": param_device,
            "name": name,
        }
        changes = {key: value for key, value in given.items() if value is not _unchanged}
        return (augmentation_cls or type(self))(self.op, **{**self._config(), **changes})

    def _config(self) -> dict[str, Any]:
        return {
            "mag_range": self.mag_range,
            "randomly_negate": self.randomly_negate,
            "mag_to_param": self.mag_to_param,
            "param_device": self.param_device,
            "name": self.name,
        }

    def _get_magnitudes(self, num_magnitude_bins: Optional[int]) -> Optional[np.ndarray]:
        """The magnitude of each bin."""
        if self.mag_range is None:
            return None
        if isinstance(self.mag_range, np.ndarray):
            if num_magnitude_bins not in (None, len(self.mag_range)):
                raise ValueError(
                    f"Expected {len(self.mag_range)} for num_magnitude_bins, as mag_range of {self.name} has that many"
                    f" magnitudes, but received {num_magnitude_bins}."
                )
            return self.mag_range
        if num_magnitude_bins is None:
            raise ValueError(f"Expected num_magnitude_bins for the augmentation {self.name} but received none.")
        if not isinstance(self.mag_range, (tuple, list)) or len(self.mag_range) != 2:
            raise TypeError(f"Expected (first, last) or an array for mag_range but received {self.mag_range!r}.")
        return np.linspace(*self.mag_range, num_magnitude_bins)

    def _map_mag_to_param(self, magnitude: Any) -> np.ndarray:
        param = self.mag_to_param(magnitude)
        if _has_node(param):
            raise TypeError(
                f"Expected mag_to_param of {self.name} to return numbers but received a DataNode."
                " Call operators in the augmentation itself."
            )
        return np.asarray(param)

    def _map_mags_to_params(self, magnitudes: Any) -> np.ndarray:
        """The parameter of each magnitude, as one array."""
        params = [self._map_mag_to_param(magnitude) for magnitude in magnitudes]
        for magnitude, param in zip(magnitudes, params):
            if (param.shape, param.dtype) != (params[0].shape, params[0].dtype):
                raise ValueError(
                    f"Expected mag_to_param of {self.name} to return one shape and dtype but received"
                    f" {params[0].dtype} {params[0].shape} for {magnitudes[0]}"
                    f" and {param.dtype} {param.shape} for {magnitude}."
                )
        return np.array(params)

    def _param(self, magnitude_bin: Any, num_magnitude_bins: Optional[int], data: DataNode) -> Optional[DataNode]:
        magnitudes = self._get_magnitudes(num_magnitude_bins) if self.mag_range is not None else None
        if magnitudes is None:
            return None
        if magnitude_bin is None:
            raise ValueError(f"Expected magnitude_bin for the augmentation {self.name} but received none.")
        index = magnitude_bin.bin if isinstance(magnitude_bin, SignedBin) else magnitude_bin
        if self.randomly_negate:
            if not isinstance(magnitude_bin, SignedBin):
                warnings.warn(
                    f"{self.name} negates magnitudes at random, but unsigned `magnitude_bin` was passed to the augmentation"
                    " call: it draws signs of its own. signed_bin(magnitude_bin) draws them once for all augmentations.",
                    stacklevel=3,
                )
                magnitude_bin = signed_bin(index)
            # Two rows for each bin: the magnitude and the negated one.
            magnitudes = np.stack([magnitudes, -magnitudes], axis=1).reshape(-1)
            index = index * 2 + magnitude_bin.sign
        device = self.param_device if self.param_device != "auto" else data.device
        if isinstance(index, DataNode):
            param = types.Constant(self._map_mags_to_params(magnitudes), device="cpu")[index]
        else:
            param = types.Constant(self._map_mag_to_param(magnitudes[index]), device="cpu")
        return param.gpu() if device == "gpu" else param


def augmentation(
    function: Optional[Callable[..., Any]] = None,
    *,
    mag_range: Union[tuple[float, float], np.ndarray, None] = None,
    randomly_negate: Optional[bool] = None,
    mag_to_param: Optional[Callable[[float], Any]] = None,
    param_device: Optional[str] = None,
    name: Optional[str] = None,
    augmentation_cls: Optional[type[Augmentation]] = None,
) -> Any:
    """Decorator: makes an augmentation of a function of samples, a parameter and arguments that are given by name.

    Args:
        mag_range: The magnitudes of the first and the last bin, between which the others are spaced evenly, or an array
            with one for each bin. Without it the parameter is None.
        randomly_negate: Whether the magnitude's sign is drawn for each sample.
        mag_to_param: Gives the parameter of a magnitude: a number or an array. Default: the magnitude.
        param_device: "cpu", "gpu", or "auto" for that of the samples. Default: "cpu".
        name: Name in messages. Default: the function's.
        augmentation_cls: A class derived from that of augmentations.
    """

    def decorate(function: Callable[..., Any]) -> Augmentation:
        if isinstance(function, Augmentation):
            raise TypeError(
                f"Expected a function for @augmentation but received the augmentation {function.name}."
                f" Use {function.name}.augmentation(...) to change its settings."
            )
        if not callable(function):
            raise TypeError(f"Expected a function for @augmentation but received {function!r}.")
        made = augmentation_cls or Augmentation
        return made(function, mag_range, randomly_negate, mag_to_param, param_device, name)

    return decorate if function is None else decorate(function)


def _has_node(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_has_node(one) for one in value)
    return isinstance(value, DataNode)
