# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ...experimental.dynamic._values import Batch, Tensor
from . import checkpoint as checkpoint, math as math
from ._data import as_batch as as_batch, as_tensor as as_tensor, batch as batch, tensor as tensor
from ._device import Device as Device, device as device
from ._eval_context import EvalContext as EvalContext, get_num_threads as get_num_threads, set_num_threads as set_num_threads
from ._eval_mode import EvalMode as EvalMode
from ._imread import imread as imread
from ._stream import Stream as Stream, get_current_stream as get_current_stream, get_default_stream as get_default_stream, set_current_stream as set_current_stream, set_default_stream as set_default_stream, stream as stream
from ._type import DataType as DataType, DType as DType, ImageType as ImageType, InterpType as InterpType, bfloat16 as bfloat16, bool as bool, dtype as dtype, float16 as float16, float32 as float32, float64 as float64
from ._type import int8 as int8, int16 as int16, int32 as int32, int64 as int64, type_id as type_id, uint8 as uint8, uint16 as uint16, uint32 as uint32, uint64 as uint64
from ._values import Batch as Batch, Tensor as Tensor
from . import decoders as decoders
from . import encoders as encoders
from . import experimental as experimental
from . import io as io
from . import noise as noise
from . import random as random
from . import readers as readers
from . import reductions as reductions
from . import segmentation as segmentation
from . import transforms as transforms

def audio_resample(
    __input: Any,
    *,
    antialias: Optional[builtins.bool] = ...,
    dtype: Any = ...,
    in_rate: Union[Batch, Tensor, float, None] = ...,
    out_length: Union[Batch, Tensor, int, None] = ...,
    out_rate: Union[Batch, Tensor, float, None] = ...,
    quality: Optional[float] = ...,
    scale: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives a sound another sample rate: each element is a sum of the input's elements around its position, weighted by a sinc under a Hann window. The rate is given by inRate and outRate, by scale, or by outLength. The first element stays where it is."""

def autocontrast(
    __input: Any,
    *,
    rounding: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Stretches each channel of an image to the whole range: its darkest value becomes 0 and its brightest 255 (or 1 in floating point). A channel of one value keeps it. A frame of a sequence is an image of its own. Computed in single precision; integers lose their fractions."""

def bbox_paste(
    __boxes: Any,
    *,
    ltrb: Optional[builtins.bool] = ...,
    paste_x: Union[Batch, Tensor, float, None] = ...,
    paste_y: Union[Batch, Tensor, float, None] = ...,
    ratio: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Maps bounding boxes to the canvas onto which paste has put their image. Coordinates are fractions of the extents."""

def bbox_rotate(
    __boxes: Any,
    __labels: Any = ...,
    *,
    angle: Union[Batch, Tensor, float, None] = ...,
    bbox_layout: Optional[str] = ...,
    bbox_normalized: Optional[builtins.bool] = ...,
    input_shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    keep_size: Optional[builtins.bool] = ...,
    mode: Optional[str] = ...,
    remove_threshold: Optional[float] = ...,
    shape_layout: Optional[str] = ...,
    size: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Rotates bounding boxes, as rotate rotates their image. Boxes are clipped to the canvas, and those of which too little remains are dropped, with their labels."""

def batch_permutation(
    *,
    allow_repetitions: Optional[builtins.bool] = ...,
    no_fixed_points: Optional[builtins.bool] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """A random permutation of the places in the batch: each sample gets one of them. Together with permuteBatch it pairs samples at random, as for mixing images. The draws depend only on the seed, the epoch and the indices of the batch's samples, and on the operator unless it has a seed of its own."""

def bb_flip(
    __boxes: Any,
    *,
    horizontal: Union[Batch, Tensor, int, None] = ...,
    ltrb: Optional[builtins.bool] = ...,
    vertical: Union[Batch, Tensor, int, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Mirrors bounding boxes, as flip mirrors their image. Coordinates are fractions of the image's extents."""

def box_encoder(
    __boxes: Any,
    __labels: Any,
    *,
    anchors: Optional[Union[float, Sequence[float]]],
    criteria: Optional[float] = ...,
    means: Optional[Union[float, Sequence[float]]] = ...,
    offset: Optional[builtins.bool] = ...,
    scale: Optional[float] = ...,
    stds: Optional[Union[float, Sequence[float]]] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Matches bounding boxes with default boxes (anchors) and encodes them for training, as SSD does: each anchor gets the box that it overlaps most, if by more than criteria, and each box is given to the anchor that it overlaps most. Coordinates are fractions of the image's extents."""

def brightness(
    __input: Any,
    *,
    brightness: Union[Batch, Tensor, float, None] = ...,
    brightness_shift: Union[Batch, Tensor, float, None] = ...,
    dtype: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Changes the brightness: output = brightnessShift * range + brightness * input. Computed in single precision; integers round to nearest (halves away from zero) and saturate."""

def brightness_contrast(
    __input: Any,
    *,
    brightness: Union[Batch, Tensor, float, None] = ...,
    brightness_shift: Union[Batch, Tensor, float, None] = ...,
    contrast: Union[Batch, Tensor, float, None] = ...,
    contrast_center: Union[Batch, Tensor, float, None] = ...,
    dtype: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Changes brightness and contrast: output = brightnessShift * range + brightness * (contrastCenter + contrast * (input - contrastCenter)). Computed in single precision; integers round to nearest (halves away from zero) and saturate."""

def cast(
    __input: Any,
    *,
    dtype: Any,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Converts a tensor to another dtype. Floating point to integer rounds to nearest, halves away from zero, and saturates; NaN becomes 0. Integers saturate. To bool: an integer other than 0, or a float that does not round to 0, is true."""

def cast_like(
    __input: Any,
    __dtype_like: Any,
    *,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Converts a tensor to the dtype of another one. Values are converted as by cast."""

def cat(
    *inputs: Any,
    axis: Optional[int] = ...,
    axis_name: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Joins tensors along one of their axes. They may differ in extent along this axis only."""

def clahe(
    __input: Any,
    *,
    bins: Optional[int] = ...,
    clip_limit: Optional[float],
    luma_only: Optional[builtins.bool] = ...,
    tiles_x: Optional[int],
    tiles_y: Optional[int],
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Equalizes histograms locally, with limited contrast (CLAHE): each tile of a grid has a table of its own, and a pixel takes a blend of the four nearest. An RGB image is equalized in L of CIE L*a*b*, which keeps its colours, or channel by channel."""

def color_space_conversion(
    __input: Any,
    *,
    image_type: Any,
    output_type: Any,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Converts images between RGB, BGR, gray and YCbCr. YCbCr is ITU-R BT.601 in studio range: Y from 16 to 235, Cb and Cr from 16 to 240. Gray is 0.299 R + 0.587 G + 0.114 B. Equal types copy."""

def color_twist(
    __input: Any,
    *,
    brightness: Union[Batch, Tensor, float, None] = ...,
    contrast: Union[Batch, Tensor, float, None] = ...,
    dtype: Any = ...,
    hue: Union[Batch, Tensor, float, None] = ...,
    image_type: Any = ...,
    saturation: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Changes hue, saturation, brightness and contrast at once: hue and saturation as hsv does, then output = brightness * (grey + contrast * (colour - grey)), where grey is 128 for integer inputs and 0.5 for floating point. Computed in single precision; integers round to nearest (halves away from zero) and saturate."""

def contrast(
    __input: Any,
    *,
    around_mean: Optional[builtins.bool] = ...,
    contrast: Union[Batch, Tensor, float, None] = ...,
    contrast_center: Union[Batch, Tensor, float, None] = ...,
    dtype: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Changes the contrast: output = contrastCenter + contrast * (input - contrastCenter). Computed in single precision; integers round to nearest (halves away from zero) and saturate."""

def coord_flip(
    __points: Any,
    *,
    center_x: Union[Batch, Tensor, float, None] = ...,
    center_y: Union[Batch, Tensor, float, None] = ...,
    center_z: Union[Batch, Tensor, float, None] = ...,
    flip_x: Union[Batch, Tensor, int, None] = ...,
    flip_y: Union[Batch, Tensor, int, None] = ...,
    flip_z: Union[Batch, Tensor, int, None] = ...,
    layout: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Mirrors points, as flip mirrors their image: each coordinate becomes twice the centre minus itself."""

def coord_transform(
    __points: Any,
    *,
    M: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    MT: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    T: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    dtype: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Applies a linear transform to points: each becomes M times itself plus T."""

def copy(
    __input: Any,
    *,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Copies a value between host and device memory. The methods gpu() and cpu() of a node become this operator where a copy is needed."""

def crop(
    __input: Any,
    *,
    crop: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    crop_d: Union[Batch, Tensor, float, None] = ...,
    crop_h: Union[Batch, Tensor, float, None] = ...,
    crop_pos_x: Union[Batch, Tensor, float, None] = ...,
    crop_pos_y: Union[Batch, Tensor, float, None] = ...,
    crop_pos_z: Union[Batch, Tensor, float, None] = ...,
    crop_w: Union[Batch, Tensor, float, None] = ...,
    dtype: Any = ...,
    fill_values: Optional[Union[float, Sequence[float]]] = ...,
    out_of_bounds_policy: Optional[str] = ...,
    padding: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    rounding: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Cuts a window out of an image, volume or sequence. Without crop arguments and padding the whole input is passed on."""

def crop_mirror_normalize(
    __input: Any,
    *,
    crop: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    crop_d: Union[Batch, Tensor, float, None] = ...,
    crop_h: Union[Batch, Tensor, float, None] = ...,
    crop_pos_x: Union[Batch, Tensor, float, None] = ...,
    crop_pos_y: Union[Batch, Tensor, float, None] = ...,
    crop_pos_z: Union[Batch, Tensor, float, None] = ...,
    crop_w: Union[Batch, Tensor, float, None] = ...,
    dtype: Any = ...,
    fill_values: Optional[Union[float, Sequence[float]]] = ...,
    mean: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    mirror: Union[Batch, Tensor, int, None] = ...,
    out_of_bounds_policy: Optional[str] = ...,
    output_layout: Optional[str] = ...,
    pad_output: Optional[builtins.bool] = ...,
    rounding: Optional[str] = ...,
    scale: Optional[float] = ...,
    shift: Optional[float] = ...,
    std: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Crops, mirrors, normalises, permutes and converts in one pass: output = (input - mean) / std * scale + shift, computed per channel. float32 results are the double-precision value rounded once, float16 likewise; integers round to nearest (halves away from zero) and saturate. Without crop arguments the whole input is taken."""

def debayer(
    __input: Any,
    *,
    algorithm: Optional[str] = ...,
    blue_position: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Makes RGB images of what a sensor with a Bayer filter stores, one colour a pixel: the two others are interpolated from the neighbours. The algorithms are OpenCV's, with the same numbers on the CPU and on a GPU. DALI's GPU has one of NPP in their place (default_npp), and its CPU another one of OpenCV (vng_ocv), which are not here."""

def dump_image(
    __input: Any,
    *,
    input_layout: Optional[str] = ...,
    suffix: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Writes each image of a batch to a file in the working folder of the process, and gives the images unchanged. The file of the sample at position i of its batch is called i-suffix-0.ppm, in the text form of PPM (P3), or of PGM (P2) for one channel; the next batch writes the same files anew. It is meant for debugging: only if its output is used does it run, and on a GPU each batch is waited for."""

def element_extract(
    __data: Any,
    *,
    element_map: Optional[Union[int, Sequence[int]]],
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Takes elements along the first axis out of a tensor, each as an output of its own. No bytes are copied."""

def equalize(
    __input: Any,
    *,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Equalizes the histogram of each channel, so that all values from 0 to 255 are about equally frequent. A frame of a sequence has histograms of its own."""

def erase(
    __input: Any,
    *,
    anchor: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    centered_anchor: Optional[builtins.bool] = ...,
    fill_value: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    normalized: Optional[builtins.bool] = ...,
    normalized_anchor: Optional[builtins.bool] = ...,
    normalized_shape: Optional[builtins.bool] = ...,
    shape: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Overwrites one or more rectangular regions with a value. A region reaches from anchor to anchor + shape, both rounded down, along the given axes, and covers the other axes whole; parts outside the input are ignored."""

def expand_dims(
    __data: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]],
    new_axis_names: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Inserts dimensions of extent 1. No bytes are copied."""

def filter(
    __data: Any,
    __filter: Any,
    __fill_value: Any = ...,
    *,
    anchor: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    border: Optional[str] = ...,
    dtype: Any = ...,
    mode: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Correlates images, volumes and sequences with a kernel: each output element is the weighted sum of the input elements below the kernel. The sum is float32, row by row of the kernel; a weight of 0 adds nothing, even where the element is infinite or NaN."""

def flip(
    __input: Any,
    *,
    depthwise: Union[Batch, Tensor, int, None] = ...,
    horizontal: Union[Batch, Tensor, int, None] = ...,
    vertical: Union[Batch, Tensor, int, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Mirrors the input along its width, height and depth axes."""

def full(
    __fill_value: Any = ...,
    *,
    layout: Optional[str] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    value: Optional[float] = ...,
    values: Optional[Union[float, Sequence[float]]] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives a tensor that is filled with a value."""

def full_like(
    __data_like: Any,
    __fill_value: Any = ...,
    *,
    value: Optional[float] = ...,
    values: Optional[Union[float, Sequence[float]]] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives a tensor with the shape and dtype of another one that is filled with a value, which is converted as by cast."""

def gaussian_blur(
    __input: Any,
    *,
    dtype: Any = ...,
    sigma: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    window_size: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Convolves an image, volume or sequence with a Gaussian window along its spatial axes (all but C and F). Beyond its edges the input is mirrored around the outermost element (reflect_101)."""

def get_property(
    __data: Any,
    *,
    key: Optional[str],
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """A property of the samples: where they come from, or the letters of their layout."""

def grid_mask(
    __input: Any,
    *,
    angle: Union[Batch, Tensor, float, None] = ...,
    ratio: Union[Batch, Tensor, float, None] = ...,
    shift_x: Union[Batch, Tensor, float, None] = ...,
    shift_y: Union[Batch, Tensor, float, None] = ...,
    tile: Union[Batch, Tensor, int, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Blacks out squares that repeat in a grid, which may be turned about the image's origin and moved. An element in a square is multiplied by 0."""

def hsv(
    __input: Any,
    *,
    dtype: Any = ...,
    hue: Union[Batch, Tensor, float, None] = ...,
    saturation: Union[Batch, Tensor, float, None] = ...,
    value: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Changes hue, saturation and value (brightness). One 3x3 matrix per sample, which turns and stretches the colour plane of YIQ: an approximation of the change in HSV. Computed in single precision; integers round to nearest (halves away from zero) and saturate."""

def hue(
    __input: Any,
    *,
    dtype: Any = ...,
    hue: Union[Batch, Tensor, float, None] = ...,
    image_type: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Turns the hue. One 3x3 matrix per sample, which turns and stretches the colour plane of YIQ: an approximation of the change in HSV. Computed in single precision; integers round to nearest (halves away from zero) and saturate."""

def invert(
    __input: Any,
    *,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Inverts the colours: v becomes 255 - v for uint8, 1 - v for floating point. Values of int16 and int32 keep their sign: their other bits are inverted."""

def jitter(
    __input: Any,
    *,
    fill_value: Optional[float] = ...,
    interp_type: Any = ...,
    mask: Union[Batch, Tensor, int, None] = ...,
    n_degree: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Replaces each pixel by one near it, which is drawn: along x and y each, it is -floor(nDegree / 2) to -floor(nDegree / 2) + nDegree - 1 pixels away, or at the image's border where that is outside. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's."""

def jpeg_compression_distortion(
    __input: Any,
    *,
    quality: Union[Batch, Tensor, int, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives RGB images as they look after they were JPEG files of the given quality: with a quarter of the colour samples (4:2:0) and quantised blocks of 8 x 8 pixels. Nothing is encoded: the arithmetic is that of libjpeg-turbo in both directions, with the same bytes on the CPU and on a GPU."""

def laplacian(
    __input: Any,
    *,
    dtype: Any = ...,
    normalized_kernel: Optional[builtins.bool] = ...,
    scale: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    smoothing_size: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    window_size: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """The Laplacian of an image, volume or sequence: the sum of the second derivatives along the spatial axes (all but C and F). Each derivative is the input convolved with a derivative window along its axis and smoothing windows along the others. Beyond its edges the input is mirrored around the outermost element (reflect_101)."""

def lookup_table(
    __input: Any,
    *,
    default_value: Optional[float] = ...,
    dtype: Any = ...,
    keys: Optional[Union[int, Sequence[int]]] = ...,
    values: Optional[Union[float, Sequence[float]]] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Replaces each element by the value that a table has for it. Elements without an entry become `defaultValue`. Where a key is there twice, its last value counts."""

def lookup_tiles(
    __image: Any,
    *,
    channels_last: Optional[builtins.bool] = ...,
    frames: Optional[int] = ...,
    group: Optional[int] = ...,
    tile: Optional[Union[int, Sequence[int]]] = ...,
    values: Optional[Union[float, Sequence[float]]] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Replaces each value of an image by the one that a table has for its channel, and lays the image out for a model: as planes, or cut into tiles. A table of 256 values a channel holds any arithmetic on bytes, such as a normalisation, to the last bit of whichever library it follows."""

def mel_filter_bank(
    __data: Any,
    *,
    freq_high: Optional[float] = ...,
    freq_low: Optional[float] = ...,
    mel_formula: Optional[str] = ...,
    nfilter: Optional[int] = ...,
    normalize: Optional[builtins.bool] = ...,
    sample_rate: Optional[float] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Sums a spectrogram into bands that are equally wide to the ear: triangular filters whose peaks are equally far apart on the mel scale, each reaching from the peak below it to the one above."""

def mfcc(
    __data: Any,
    *,
    axis: Optional[int] = ...,
    dct_type: Optional[int] = ...,
    lifter: Optional[float] = ...,
    n_mfcc: Optional[int] = ...,
    normalize: Optional[builtins.bool] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Mel frequency cepstral coefficients: the discrete cosine transform of a mel spectrogram in decibels, of which the first numbers are kept."""

def multi_paste(
    *inputs: Any,
    dtype: Any = ...,
    in_anchors: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    in_anchors_rel: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    in_ids: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    out_anchors: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    out_anchors_rel: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    output_size: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    shapes: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    shapes_rel: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Pastes regions of several images onto a black canvas, in the order given: where regions overlap, the later one is seen. With inIds the regions come from samples of the batch, so that an output may show several of them; without it, each input gives one region, from the same sample. Regions must lie inside of their image and of the canvas."""

def nonsilent_region(
    __signal: Any,
    *,
    cutoff_db: Optional[float] = ...,
    reference_power: Optional[float] = ...,
    reset_interval: Optional[int] = ...,
    window_length: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Finds where a sound is not silent: from the first to the last window whose mean power is at least cutoffDb above the reference."""

def normalize(
    __input: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    batch: Optional[builtins.bool] = ...,
    ddof: Optional[int] = ...,
    dtype: Any = ...,
    epsilon: Optional[float] = ...,
    mean: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    scale: Optional[float] = ...,
    shift: Optional[float] = ...,
    stddev: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Subtracts a mean and divides by a standard deviation: (input - mean) / stddev * scale + shift. A mean or deviation that is not given is computed from the sample, over the reduced axes: those of `axes` or `axisNames`; without them the axes along which mean and stddev have one value, else all. Where the computed deviation is 0 the output is `shift`."""

def one_hot(
    __input: Any,
    *,
    axis: Optional[int] = ...,
    axis_name: Optional[str] = ...,
    dtype: Any = ...,
    num_classes: Optional[int] = ...,
    off_value: Optional[float] = ...,
    on_value: Optional[float] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Turns class numbers into vectors: a new axis of numClasses elements has `onValue` at the class, and `offValue` elsewhere. A number outside of 0 to numClasses - 1 gives offValue everywhere."""

def ones(
    *,
    dtype: Any = ...,
    layout: Optional[str] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives a tensor of ones."""

def ones_like(
    __shape_like: Any,
    *,
    dtype: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives a tensor of ones with the shape of another one."""

def optical_flow(
    __sequence: Any,
    __hints: Any = ...,
    *,
    enable_external_hints: Optional[builtins.bool] = ...,
    enable_temporal_hints: Optional[builtins.bool] = ...,
    hint_grid: Optional[int] = ...,
    image_type: Any = ...,
    output_grid: Optional[int] = ...,
    preset: Optional[float] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Motion between neighbouring frames of a sequence, by the optical flow engine of NVIDIA GPUs (Turing and later): the image is divided into squares, and each gets a vector. The square at (x, y) of frame i + 1 shows what frame i shows at (x, y) + v, with v the vector that output frame i has for the square, in pixels. The numbers are the engine's, in steps of 1/32, and may differ between generations of GPUs."""

def pad(
    __input: Any,
    *,
    align: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    axes: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    axis_names: Optional[str] = ...,
    fill_value: Union[Batch, Tensor, float, None] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Extends tensors at the end of their axes with a value: to the largest extent in the batch, or to the extents of `shape`, then to a multiple of `align`. No axis becomes shorter."""

def paste(
    __input: Any,
    *,
    fill_value: Optional[Union[int, Sequence[int]]],
    min_canvas_size: Union[Batch, Tensor, float, None] = ...,
    n_channels: Optional[int] = ...,
    paste_x: Union[Batch, Tensor, float, None] = ...,
    paste_y: Union[Batch, Tensor, float, None] = ...,
    ratio: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Puts an image on a larger canvas of one colour. The canvas is `ratio` times as large as the image, extents rounded down."""

def peek_image_shape(
    __input: Any,
    *,
    adjust_orientation: Optional[builtins.bool] = ...,
    dtype: Any = ...,
    image_type: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
    on_error: Any = ...,
) -> Any:
    """Gives the shape of the output of `decoders.image`, read from the file's header alone. A file that is no image fails with BAD_SAMPLE."""

def per_frame(
    __data: Any,
    *,
    replace: Optional[builtins.bool] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Marks a tensor as a sequence, one element along its first axis for each frame, so that an operator takes it as an argument that differs by frame. Only the layout changes; no bytes are copied."""

def permute_batch(
    __data: Any,
    *,
    indices: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Puts the samples of a batch in another order, or takes some of them several times: sample i of the output is sample indices[i] of the input. No bytes are copied within a stage."""

def posterize(
    __input: Any,
    *,
    bits: Union[Batch, Tensor, int, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Keeps the highest bits of each value and clears the others, which leaves few shades. Floating point becomes a multiple of 1 / 2^bits, at most 1 - 1 / 2^bits."""

def power_spectrum(
    __signal: Any,
    *,
    axis: Optional[int] = ...,
    nfft: Optional[int] = ...,
    power: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """The power of each frequency of a signal: the squared magnitudes of its Fourier transform, along one dimension."""

def preemphasis_filter(
    __signal: Any,
    *,
    border: Optional[str] = ...,
    dtype: Any = ...,
    preemph_coeff: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Makes high frequencies of a sound louder: each element becomes itself minus preemphCoeff times the one before it. All elements are one signal, whatever the shape."""

def random_bbox_crop(
    __boxes: Any,
    __labels: Any = ...,
    *,
    all_boxes_above_threshold: Optional[builtins.bool] = ...,
    allow_no_crop: Optional[builtins.bool] = ...,
    aspect_ratio: Optional[Union[float, Sequence[float]]] = ...,
    bbox_layout: Optional[str] = ...,
    bbox_prune_threshold: Optional[float] = ...,
    crop_shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    input_shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    ltrb: Optional[builtins.bool] = ...,
    num_attempts: Optional[int] = ...,
    output_bbox_indices: Optional[builtins.bool] = ...,
    quiet: Optional[builtins.bool] = ...,
    scaling: Optional[Union[float, Sequence[float]]] = ...,
    shape_layout: Optional[str] = ...,
    threshold_type: Optional[str] = ...,
    thresholds: Optional[Union[float, Sequence[float]]] = ...,
    total_num_attempts: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def random_crop_generator(
    __image_shape: Any,
    *,
    num_attempts: Optional[int] = ...,
    random_area: Optional[Union[float, Sequence[float]]] = ...,
    random_aspect_ratio: Optional[Union[float, Sequence[float]]] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Draws a window of random area, aspect ratio and position for an image of a given shape, as decoders.imageRandomCrop draws it: with equal seeds it is the same window. slice and decoders.imageSlice take it. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def random_resized_crop(
    __data: Any,
    *,
    antialias: Optional[builtins.bool] = ...,
    dtype: Any = ...,
    interp_type: Any = ...,
    mag_filter: Any = ...,
    match: Optional[str] = ...,
    match_filter: Optional[str] = ...,
    min_filter: Any = ...,
    minibatch_size: Optional[int] = ...,
    num_attempts: Optional[int] = ...,
    random_area: Optional[Union[float, Sequence[float]]] = ...,
    random_aspect_ratio: Optional[Union[float, Sequence[float]]] = ...,
    size: Optional[Union[int, Sequence[int]]],
    temp_buffer_hint: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Resizes a random window of the image to a fixed size. The window is drawn as in decoders.imageRandomCrop; like a resize with a region of interest, the filter may reach pixels around the window."""

def reinterpret(
    __data: Any,
    __shape_input: Any = ...,
    *,
    dtype: Any = ...,
    layout: Optional[str] = ...,
    rel_shape: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    src_dims: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Takes the same bytes as elements of another dtype, shape or layout. No bytes are copied. Without a new shape the last extent changes with the size of the elements."""

def reshape(
    __data: Any,
    __shape_input: Any = ...,
    *,
    layout: Optional[str] = ...,
    rel_shape: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    src_dims: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives the same elements another shape, or another layout. No bytes are copied."""

def resize(
    __data: Any,
    *,
    antialias: Optional[builtins.bool] = ...,
    dtype: Any = ...,
    interp_type: Any = ...,
    mag_filter: Any = ...,
    match: Optional[str] = ...,
    match_filter: Optional[str] = ...,
    max_size: Optional[Union[float, Sequence[float]]] = ...,
    min_filter: Any = ...,
    minibatch_size: Optional[int] = ...,
    mode: Optional[str] = ...,
    resize_longer: Union[Batch, Tensor, float, None] = ...,
    resize_shorter: Union[Batch, Tensor, float, None] = ...,
    resize_x: Union[Batch, Tensor, float, None] = ...,
    resize_y: Union[Batch, Tensor, float, None] = ...,
    resize_z: Union[Batch, Tensor, float, None] = ...,
    roi_end: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    roi_relative: Optional[builtins.bool] = ...,
    roi_start: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    save_attrs: Optional[builtins.bool] = ...,
    size: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    subpixel_scale: Optional[builtins.bool] = ...,
    temp_buffer_hint: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Resamples images to another size, with a separable filter. Frames of a sequence and channel planes are resized one by one; volumes in all three axes."""

def resize_crop_mirror(
    __data: Any,
    *,
    antialias: Optional[builtins.bool] = ...,
    crop: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    crop_d: Union[Batch, Tensor, float, None] = ...,
    crop_h: Union[Batch, Tensor, float, None] = ...,
    crop_pos_x: Union[Batch, Tensor, float, None] = ...,
    crop_pos_y: Union[Batch, Tensor, float, None] = ...,
    crop_pos_z: Union[Batch, Tensor, float, None] = ...,
    crop_w: Union[Batch, Tensor, float, None] = ...,
    dtype: Any = ...,
    interp_type: Any = ...,
    mag_filter: Any = ...,
    match: Optional[str] = ...,
    match_filter: Optional[str] = ...,
    max_size: Optional[Union[float, Sequence[float]]] = ...,
    min_filter: Any = ...,
    minibatch_size: Optional[int] = ...,
    mirror: Union[Batch, Tensor, int, None] = ...,
    mode: Optional[str] = ...,
    resize_longer: Union[Batch, Tensor, float, None] = ...,
    resize_shorter: Union[Batch, Tensor, float, None] = ...,
    resize_x: Union[Batch, Tensor, float, None] = ...,
    resize_y: Union[Batch, Tensor, float, None] = ...,
    resize_z: Union[Batch, Tensor, float, None] = ...,
    roi_end: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    roi_relative: Optional[builtins.bool] = ...,
    roi_start: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    rounding: Optional[str] = ...,
    size: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    subpixel_scale: Optional[builtins.bool] = ...,
    temp_buffer_hint: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Resizes, crops and mirrors in one pass: the same bytes as resize, crop and flip one after the other, without computing what is cropped away. Nearest neighbours are those of a resize of the window's own region, as in DALI, which decides positions on the border of two pixels."""

def roi_random_crop(
    __data: Any = ...,
    *,
    crop_shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    in_shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    roi_end: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    roi_shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    roi_start: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Draws the position of a window of a given shape, so that it contains as much as possible of a region of interest: the whole region if it is smaller than the window, else the window lies in it. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def rotate(
    __input: Any,
    *,
    angle: Union[Batch, Tensor, float, None] = ...,
    axis: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    dtype: Any = ...,
    fill_value: Optional[float] = ...,
    interp_type: Any = ...,
    keep_size: Optional[builtins.bool] = ...,
    size: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Rotates images, and volumes around an axis, about their centre. Without size or keepSize the output is as large as the rotated input needs, and each of its extents is odd or even like the input's extent that is nearest in direction, so that the centres of both coincide."""

def saturation(
    __input: Any,
    *,
    dtype: Any = ...,
    image_type: Any = ...,
    saturation: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Changes the saturation. One 3x3 matrix per sample, which turns and stretches the colour plane of YIQ: an approximation of the change in HSV. Computed in single precision; integers round to nearest (halves away from zero) and saturate."""

def sequence_rearrange(
    __data: Any,
    *,
    new_order: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Puts the elements along the first axis of a tensor, such as the frames of a sequence, in another order. Elements may be left out, or come several times."""

def shapes(
    __data: Any,
    *,
    dtype: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """The shape of each sample."""

def sharpness(
    __input: Any,
    *,
    factor: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Sharpens or smooths an image: output = factor * input + (1 - factor) * smoothed. A smoothed pixel is the mean of itself, with a weight of 5, and its eight neighbours; pixels on the border stay as they are, and so does an image of fewer than 3 rows or columns. Computed in single precision and clamped to the range from 0 to the dtype's largest value (1 for floating point); integers round in the smoothed image and lose their fractions in the output."""

def slice(
    __data: Any,
    __anchor: Any = ...,
    __shape: Any = ...,
    *,
    axes: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    axis_names: Optional[str] = ...,
    dtype: Any = ...,
    end: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    fill_values: Optional[Union[float, Sequence[float]]] = ...,
    normalized_anchor: Optional[builtins.bool] = ...,
    normalized_shape: Optional[builtins.bool] = ...,
    out_of_bounds_policy: Optional[str] = ...,
    rel_end: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    rel_shape: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    rel_start: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    start: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Cuts a window out of a tensor of any number of dimensions. The window comes from the arguments (start or relStart; end, relEnd, shape or relShape) or from two more inputs, anchor and shape. Start and end are each rounded to the nearest element, halves away from zero."""

def solarize(
    __input: Any,
    *,
    addition: Union[Batch, Tensor, float, None] = ...,
    threshold: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Inverts the values from a threshold on: v becomes 255 - v (or 1 - v in floating point) where v >= threshold. With `addition` it brightens the values below the threshold instead."""

def spectrogram(
    __signal: Any,
    *,
    center_windows: Optional[builtins.bool] = ...,
    layout: Optional[str] = ...,
    nfft: Optional[int] = ...,
    power: Optional[int] = ...,
    reflect_padding: Optional[builtins.bool] = ...,
    window_fn: Optional[Union[float, Sequence[float]]] = ...,
    window_length: Optional[int] = ...,
    window_step: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """The power of each frequency over time: the squared magnitude of the Fourier transform of overlapping windows of a sound."""

def sphere(
    __input: Any,
    *,
    fill_value: Optional[float] = ...,
    interp_type: Any = ...,
    mask: Union[Batch, Tensor, int, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Shows the image as on a ball: output(p) = input(m + t |t| / d), with the middle m = [W / 2, H / 2], the pixel's centre p, t = p - m, and d the larger of W / 2 and H / 2, rounded down."""

def squeeze(
    __data: Any,
    *,
    axes: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    axis_names: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Removes dimensions of extent 1. No bytes are copied."""

def stack(
    *inputs: Any,
    axis: Optional[int] = ...,
    axis_name: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Joins tensors of equal shapes along a new axis."""

def tensor_resize(
    __input: Any,
    *,
    alignment: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    antialias: Optional[builtins.bool] = ...,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    dtype: Any = ...,
    interp_type: Any = ...,
    mag_filter: Any = ...,
    max_size: Optional[Union[float, Sequence[float]]] = ...,
    min_filter: Any = ...,
    minibatch_size: Optional[int] = ...,
    mode: Optional[str] = ...,
    roi_end: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    roi_relative: Optional[builtins.bool] = ...,
    roi_start: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    scales: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    size_rounding: Optional[str] = ...,
    sizes: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    subpixel_scale: Optional[builtins.bool] = ...,
    temp_buffer_hint: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Resamples tensors along axes of any meaning, with a separable filter: sounds, spectrograms, feature maps, volumes. resize does the same for the spatial axes of images. The axes that change must lie within 3 neighbouring ones; other axes keep their elements as they are."""

def to_decibels(
    __data: Any,
    *,
    cutoff_db: Optional[float] = ...,
    multiplier: Optional[float] = ...,
    reference: Optional[float] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Converts magnitudes to decibels: multiplier * log10(x / reference), at least cutoffDb."""

def transpose(
    __input: Any,
    *,
    output_layout: Optional[str] = ...,
    perm: Optional[Union[int, Sequence[int]]] = ...,
    transpose_layout: Optional[builtins.bool] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Reorders the dimensions: dimension i of the output is dimension perm[i] of the input."""

def warp_affine(
    __data: Any,
    __matrix: Any = ...,
    *,
    dtype: Any = ...,
    fill_value: Optional[float] = ...,
    interp_type: Any = ...,
    inverse_map: Optional[builtins.bool] = ...,
    matrix: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    size: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Resamples images and volumes along an affine map: output(x, y) = input(M11 x + M12 y + M13, M21 x + M22 y + M23), where [0, 0] is the corner of the first pixel and pixel centres lie at halves. A sequence's frames share the map. There is no antialiasing."""

def water(
    __input: Any,
    *,
    ampl_x: Optional[float] = ...,
    ampl_y: Optional[float] = ...,
    fill_value: Optional[float] = ...,
    freq_x: Optional[float] = ...,
    freq_y: Optional[float] = ...,
    interp_type: Any = ...,
    mask: Union[Batch, Tensor, int, None] = ...,
    phase_x: Optional[float] = ...,
    phase_y: Optional[float] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Moves pixels along two waves, as water does with what lies below it: output(x, y) = input(x + amplX sin(freqX y + phaseX), y + amplY cos(freqY x + phaseY)), where [0, 0] is the corner of the first pixel."""

def zeros(
    *,
    dtype: Any = ...,
    layout: Optional[str] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives a tensor of zeros."""

def zeros_like(
    __shape_like: Any,
    *,
    dtype: Any = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Gives a tensor of zeros with the shape of another one."""
