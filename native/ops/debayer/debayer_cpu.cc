// debayer on the CPU: row by row; the loop over the inner pixels takes them in pairs, so that the compiler sees which
// colours each has.
#include "ops/debayer/debayer.h"

namespace penstock::ops {
namespace {

void setup(const DebayerArgs& a, SampleSetup& s, DebayerState& st) {
  const TensorView& in = s.in[0];
  if (in.dtype != DType::uint8 && in.dtype != DType::uint16) {
    fail(ErrorCode::INVALID_INPUT, "Expected uint8 or uint16 but received %s", dtype_name(in.dtype));
  }
  const std::string_view layout = in.layout.view();
  const bool sequence = !layout.empty() && layout[0] == 'F';
  const bool has_channel = layout.empty() ? in.shape.ndim == 3 : layout.back() == 'C';
  const int axes = 2 + sequence + has_channel;
  const bool known = layout.empty() || layout == "HW" || layout == "HWC" || layout == "FHW" || layout == "FHWC";
  if (!known || in.shape.ndim != axes) {
    fail(ErrorCode::INVALID_INPUT, "Expected layout HW, HWC, FHW or FHWC but received '%s' with shape %s",
         in.layout.name, extents_text(in).c_str());
  }
  if (has_channel && in.shape[axes - 1] != 1) {
    throw Error(ErrorCode::INVALID_INPUT, "Expected one channel but received shape " + extents_text(in),
                "The image has colours already: take the one that the sensor stored, by slice");
  }
  st.frames = sequence ? in.shape[0] : 1;
  st.height = in.shape[sequence];
  st.width = in.shape[1 + sequence];
  if (st.height % 2 || st.width % 2) {
    fail(ErrorCode::INVALID_INPUT, "Expected an even height and width but received shape %s", extents_text(in).c_str());
  }
  const int count = a.blue_position.size;
  if (count != 1 && count != 2) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or 2 values for bluePosition but received %d", count);
  }
  for (const int32_t value : a.blue_position) {
    if (value == 0 || value == 1) continue;
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 0 or 1 for bluePosition but received %d", value);
  }
  // The tile begins in the second row and column.
  st.blue_y = 1 - a.blue_position.at(0);
  st.blue_x = 1 - a.blue_position.at(1);
  st.algorithm = static_cast<int>(a.algorithm);
  s.out[0].dtype = in.dtype;
  s.out[0].layout = sequence ? "FHWC" : "HWC";
  s.out[0].shape =
      sequence ? Shape{st.frames, st.height, st.width, st.channels()} : Shape{st.height, st.width, st.channels()};
}

// Inner pixels of a row, from column 1 on; their number is even.
template <class T, bool blue_row, bool blue_first, bool edges>
void colour_row(const T* p, int64_t width, T* to) {
  for (int64_t x = 1; x + 1 < width; x += 2, p += 2, to += 6) {
    const Colours first = debayer_colours(p[0], neighbours_of(p, width), blue_row, blue_first, edges);
    const Colours second = debayer_colours(p[1], neighbours_of(p + 1, width), blue_row, !blue_first, edges);
    to[0] = static_cast<T>(first.r), to[1] = static_cast<T>(first.g), to[2] = static_cast<T>(first.b);
    to[3] = static_cast<T>(second.r), to[4] = static_cast<T>(second.g), to[5] = static_cast<T>(second.b);
  }
}

template <class T, bool edges>
void colour_row(bool blue_row, bool blue_first, const T* p, int64_t width, T* to) {
  if (blue_row) {
    blue_first ? colour_row<T, true, true, edges>(p, width, to) : colour_row<T, true, false, edges>(p, width, to);
  } else {
    blue_first ? colour_row<T, false, true, edges>(p, width, to) : colour_row<T, false, false, edges>(p, width, to);
  }
}

template <class T>
void frame(const DebayerState& st, const T* from, T* to) {
  const int64_t h = st.height, w = st.width, channels = st.channels(), row = w * channels;
  if (h < 3 || w < 3) {
    std::memset(to, 0, static_cast<size_t>(h * row) * sizeof(T));
    return;
  }
  const bool edges = st.algorithm == static_cast<int>(DebayerArgs::Algorithm::edgeaware_ocv);
  for (int64_t y = 1; y + 1 < h; ++y) {
    T* line = to + y * row;
    const T* p = from + y * w + 1;
    const bool blue_row = (y & 1) == st.blue_y, blue_first = st.blue_x == 1;
    if (st.gray()) {
      for (int64_t x = 1; x + 1 < w; ++x, ++p) {
        line[x] = static_cast<T>(debayer_gray(*p, neighbours_of(p, w), blue_row, (x & 1) == st.blue_x));
      }
    } else if (edges) {
      colour_row<T, true>(blue_row, blue_first, p, w, line + channels);
    } else {
      colour_row<T, false>(blue_row, blue_first, p, w, line + channels);
    }
    for (int64_t c = 0; c < channels; ++c) {
      line[c] = line[channels + c];
      line[row - channels + c] = line[row - 2 * channels + c];
    }
  }
  std::memcpy(to, to + row, static_cast<size_t>(row) * sizeof(T));
  std::memcpy(to + (h - 1) * row, to + (h - 2) * row, static_cast<size_t>(row) * sizeof(T));
}

template <class T>
void frames(const DebayerState& st, SampleRun& s) {
  const int64_t pixels = st.height * st.width;
  if (!pixels) return;
  for (int64_t f = 0; f < st.frames; ++f) {
    frame(st, s.in[0].as<const T>() + f * pixels, s.out[0].as<T>() + f * pixels * st.channels());
  }
}

void run(const DebayerArgs&, SampleRun& s, DebayerState& st) {
  if (s.in[0].dtype == DType::uint8) {
    frames<uint8_t>(st, s);
  } else {
    frames<uint16_t>(st, s);
  }
}

}  // namespace

PENSTOCK_CPU_OP(debayer, DebayerArgs, DebayerState, setup, run, kNone)

}  // namespace penstock::ops
