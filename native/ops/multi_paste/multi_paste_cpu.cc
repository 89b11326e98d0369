// multiPaste on the CPU: setup() checks the regions against the images that they come from; run() makes the canvas row
// by row, so that a row that several regions write stays in the cache.
#include <algorithm>
#include <cinttypes>
#include <cstring>

#include "core/op.h"
#include "kernels/cast/cast.h"
#include "ops/multi_paste/multi_paste.h"

namespace penstock::ops {
namespace {

void check_image(const OutSpec& in) {
  const int ndim = in.shape.ndim;
  const Layout wanted = ndim == 4 ? "FHWC" : "HWC";
  if ((ndim == 3 || ndim == 4) && (in.layout.empty() || in.layout == wanted)) return;
  fail(ErrorCode::INVALID_INPUT, "Expected layout HWC or FHWC for the inputs but received '%s' with %d dimensions",
       in.layout.name, ndim);
}

template <class T>
void check_list(const char* name, const ArgList<T>& list, int regions) {
  const bool pairs = !list.shape || list.shape->ndim < 2 || (*list.shape)[list.shape->ndim - 1] == 2;
  if (list.size == 2 * regions && pairs) return;
  fail(ErrorCode::INVALID_ARGUMENT,
       "Expected y and x of each of the %d regions (%d values) for %s but received %d values%s", regions, 2 * regions,
       name, list.size, pairs ? "" : " in another shape than [regions, 2]");
}

void check_lists(const MultiPasteArgs& a, int regions) {
  const auto check = [&](const char* name, MultiPasteArgs::Field flag, const auto& list) {
    if (a.has(flag)) check_list(name, list, regions);
  };
  check("inAnchors", MultiPasteArgs::kInAnchors, a.in_anchors);
  check("inAnchorsRel", MultiPasteArgs::kInAnchorsRel, a.in_anchors_rel);
  check("outAnchors", MultiPasteArgs::kOutAnchors, a.out_anchors);
  check("outAnchorsRel", MultiPasteArgs::kOutAnchorsRel, a.out_anchors_rel);
  check("shapes", MultiPasteArgs::kShapes, a.shapes);
  check("shapesRel", MultiPasteArgs::kShapesRel, a.shapes_rel);
}

// The image that region i comes from. Beside arguments per frame it is frame number `frame` of the sequence.
TensorView image_of(const MultiPasteArgs& a, const SampleSetup& s, int i, int64_t frame) {
  if (!a.has(MultiPasteArgs::kInIds)) return s.in[i];
  const int count = s.batch->count();
  const int64_t id = a.in_ids[i];
  if (id < 0 || id >= count) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected a sample from 0 to %d (the batch has %d samples) for inIds but received %" PRId64, count - 1, count,
         id);
  }
  TensorView v = s.batch->input(0, static_cast<int>(id));
  if (frame < 0) return v;
  const TensorView& own = s.batch->input(0, static_cast<int>(s.position));
  if (v.shape.ndim != 4 || v.shape[0] != own.shape[0]) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected sequences of %" PRId64
         " frames, as this sample has, in those that inIds names but received "
         "%" PRId64,
         own.shape[0], v.shape[0]);
  }
  const int64_t bytes = v.bytes() / v.shape[0];
  v.shape = {v.shape[1], v.shape[2], v.shape[3]};
  v.layout = "HWC";
  if (v.data) v.data = v.as<uint8_t>() + frame * bytes;
  return v;
}

// The frame of the sequence that this call makes, where arguments differ by frame; else -1.
int64_t frame_of_call(const SampleSetup& s) {
  const TensorView& whole = s.batch->input(0, static_cast<int>(s.position));
  if (whole.shape.ndim == s.in[0].shape.ndim) return -1;
  const int64_t bytes = s.in[0].bytes();
  if (!bytes)
    fail(ErrorCode::INVALID_INPUT, "Expected frames with pixels beside per-frame arguments but received none");
  return s.in[0].data ? (s.in[0].as<const uint8_t>() - whole.as<const uint8_t>()) / bytes : 0;
}

// The extents of the canvas that all images have, where outputSize does not give them.
void check_equal_sizes(const SampleSetup& s) {
  const PasteExtents first(s.batch->input(0, 0).shape);
  for (int k = 0; k < s.num_inputs; ++k) {
    for (int i = 0; i < s.batch->count(); ++i) {
      check_image(s.batch->input(k, i));
      const PasteExtents other(s.batch->input(k, i).shape);
      if (other.side[0] == first.side[0] && other.side[1] == first.side[1]) continue;
      fail(ErrorCode::INVALID_INPUT,
           "Expected outputSize, or images of one size, but received %" PRId64 " x %" PRId64 " and %" PRId64
           " x %" PRId64,
           first.side[0], first.side[1], other.side[0], other.side[1]);
    }
  }
}

void check_alike(const TensorView& first, const TensorView& image) {
  check_image(image);
  const PasteExtents a(first.shape), b(image.shape);
  if (image.dtype != first.dtype || a.channels != b.channels || a.frames != b.frames) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected images of one dtype, number of frames and of channels (%s, %" PRId64 ", %" PRId64
         ") but received %s, %" PRId64 ", %" PRId64,
         dtype_name(first.dtype), a.frames, a.channels, dtype_name(image.dtype), b.frames, b.channels);
  }
}

void check_region(int i, const PasteRegion& r, const PasteExtents& in, const PasteExtents& out) {
  const auto within = [](const int64_t* at, const int64_t* size, const int64_t* room) {
    for (int d = 0; d < 2; ++d) {
      if (at[d] < 0 || size[d] < 0 || at[d] + size[d] > room[d]) return false;
    }
    return true;
  };
  const auto refuse = [&](const char* what, const int64_t* room, const char* names, const int64_t* at) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected regions inside of the %s (%" PRId64 " x %" PRId64 ") for %s but received region %d of %" PRId64
         " x %" PRId64 " at (%" PRId64 ", %" PRId64 ")",
         what, room[0], room[1], names, i, r.size[0], r.size[1], at[0], at[1]);
  };
  if (!within(r.in, r.size, in.side)) refuse("image", in.side, "inAnchors and shapes", r.in);
  if (!within(r.out, r.size, out.side)) refuse("canvas", out.side, "outAnchors, shapes and outputSize", r.out);
}

void setup(const MultiPasteArgs& a, SampleSetup& s, MultiPasteState& st) {
  const TensorView& first = s.in[0];
  check_image(first);
  const bool by_id = a.has(MultiPasteArgs::kInIds);
  if (by_id && s.num_inputs > 1) {
    fail(ErrorCode::INVALID_INPUT, "Expected one input beside inIds but received %d", s.num_inputs);
  }
  st.position = s.position;
  st.regions = by_id ? a.in_ids.size : s.num_inputs;
  check_lists(a, st.regions);
  OutSpec& out = s.out[0];
  out = first;
  out.layout = first.shape.ndim == 4 ? "FHWC" : "HWC";
  if (a.has(MultiPasteArgs::kDtype)) out.dtype = a.dtype;
  if (a.has(MultiPasteArgs::kOutputSize)) {
    if (a.output_size.size != 2) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected height and width for outputSize but received %d values",
           a.output_size.size);
    }
    for (int d = 0; d < 2; ++d) out.shape[out.shape.ndim - 3 + d] = a.output_size[d];
  } else {
    check_equal_sizes(s);
  }
  // Samples that fail leave the batch before run(), so the images are kept here. A GPU finds them by position.
  TensorView* images = by_id && s.kept ? s.kept->get<TensorView>(st.regions) : nullptr;
  st.images = images;
  const int64_t frame = by_id ? frame_of_call(s) : -1;
  const PasteExtents canvas(out.shape);
  for (int i = 0; i < st.regions; ++i) {
    const TensorView image = image_of(a, s, i, frame);
    check_alike(first, image);
    const PasteExtents in(image.shape);
    check_region(i, paste_region(a, i, in, canvas), in, canvas);
    if (images) images[i] = image;
  }
}

// A region with the strides of its image and of the canvas, in bytes.
struct Piece {
  const uint8_t* image;
  int64_t in_row, in_plane;
  PasteRegion r;
};

// Row y of a canvas: zeros where no region lies, then the regions' rows in order.
void make_row(const Piece* pieces, int count, int64_t plane, int64_t y, const PasteExtents& canvas, DType dtype,
              const TensorView& out, uint8_t* row) {
  const int64_t in_pixel = canvas.channels * dtype_size(dtype), out_pixel = canvas.channels * dtype_size(out.dtype);
  const auto on_row = [&](const PasteRegion& r) { return y >= r.out[0] && y < r.out[0] + r.size[0]; };
  int first = count - 1;  // the last region that covers all of the row: those before it are not seen
  while (first >= 0 && !(on_row(pieces[first].r) && pieces[first].r.size[1] == canvas.side[1])) --first;
  if (first < 0) std::memset(row, 0, static_cast<size_t>(canvas.side[1] * out_pixel));
  TensorView from, to;
  from.dtype = dtype;
  to.dtype = out.dtype;
  for (int i = std::max(first, 0); i < count; ++i) {
    const Piece& p = pieces[i];
    if (!on_row(p.r)) continue;
    const int64_t in_y = p.r.in[0] + y - p.r.out[0];
    from.data = const_cast<uint8_t*>(p.image + plane * p.in_plane + in_y * p.in_row + p.r.in[1] * in_pixel);
    to.data = row + p.r.out[1] * out_pixel;
    from.shape = to.shape = {p.r.size[1] * canvas.channels};
    cast_elements(from, to);
  }
}

void run(const MultiPasteArgs& a, SampleRun& s, MultiPasteState& st) {
  const TensorView& out = s.out[0];
  if (!out.bytes()) return;
  const PasteExtents canvas(out.shape);
  const DType dtype = s.in[0].dtype;
  Piece* pieces = s.scratch->get<Piece>(st.regions);
  int count = 0;
  for (int i = 0; i < st.regions; ++i) {
    const TensorView& image = st.images ? st.images[i] : s.in[i];
    const PasteExtents in(image.shape);
    const PasteRegion r = paste_region(a, i, in, canvas);
    if (!r.size[0] || !r.size[1]) continue;
    const int64_t row = in.side[1] * in.channels * dtype_size(dtype);
    pieces[count++] = {image.as<const uint8_t>(), row, row * in.side[0], r};
  }
  const int64_t row = canvas.side[1] * canvas.channels * dtype_size(out.dtype);
  uint8_t* to = out.as<uint8_t>();
  for (int64_t f = 0; f < canvas.frames; ++f) {
    for (int64_t y = 0; y < canvas.side[0]; ++y, to += row) make_row(pieces, count, f, y, canvas, dtype, out, to);
  }
}

}  // namespace

PENSTOCK_CPU_OP(multi_paste, MultiPasteArgs, MultiPasteState, setup, run, kNone)

}  // namespace penstock::ops
