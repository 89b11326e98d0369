// See normalize_row.h: how a NormalizePlan is made and applied.
#include "kernels/normalize/normalize_row.h"

#include <cstring>

#include "core/dispatch.h"
#include "kernels/normalize/row_kernels.h"

namespace penstock::ops {
namespace {

// Runs the vector kernel on all 256 values and compares with the table.
template <class T>
bool proven(const NormalizePlan& plan, const float* lanes) {
  alignas(64) uint8_t row[3 * 256 + 64];
  alignas(64) T out[3 * 256];
  for (int i = 0; i < 3 * 256; ++i) row[i] = static_cast<uint8_t>(i / 3);
  vector_rgb<T>(lanes, row, 256, out, 256, plan.planar, false, false);
  const T* table = static_cast<const T*>(plan.table);
  if (plan.planar) return !std::memcmp(out, table, sizeof out);
  for (int i = 0; i < 3 * 256; ++i) {
    if (std::memcmp(&out[i], &table[i % 3 * 256 + i / 3], sizeof(T))) return false;
  }
  return true;
}

}  // namespace

const NormalizePlan& NormalizeCache::get(const NormalizeSpec& s) {
  const int out_channels = padded_channels(s.channels, s.pad_output);
  check_lengths(s);

  plan_.planar = s.planar;
  plan_.mirror = s.mirror;
  // Values are compared as bits, so that a NaN equals itself.
  const float head[] = {s.scale,
                        s.shift,
                        static_cast<float>(s.mean.size),
                        static_cast<float>(s.std.size),
                        static_cast<float>(s.fill.size),
                        static_cast<float>(s.dtype),
                        static_cast<float>(s.channels),
                        static_cast<float>(s.pad_output * 2 + s.planar)};
  constexpr size_t kHead = sizeof head / sizeof *head;
  const auto same = [&](size_t at, const float* values, int count) {
    return !count || !std::memcmp(key_.data() + at, values, sizeof(float) * count);
  };
  const size_t std_at = kHead + s.mean.size, fill_at = std_at + s.std.size, total = fill_at + s.fill.size;
  if (key_.size() == total && same(0, head, kHead) && same(kHead, s.mean.data, s.mean.size) &&
      same(std_at, s.std.data, s.std.size) && same(fill_at, s.fill.data, s.fill.size)) {
    return plan_;
  }
  // The key is set last: a plan that was not completed because memory ran out must not be found by the next call.
  key_.clear();
  key_.reserve(total);
  plan_.dtype = s.dtype;
  plan_.channels = s.channels;
  plan_.out_channels = out_channels;
  plan_.scale = s.scale;
  plan_.shift = s.shift;
  linear_.resize(2 * s.channels);
  const bool tables = s.channels <= kMaxTables;
  table_.resize(tables ? 256 * s.channels : 0);
  fill_.assign(out_channels, 0);
  dispatch(s.dtype, [&](auto zero) {
    using T = decltype(zero);
    T* table = reinterpret_cast<T*>(table_.data());
    for (int c = 0; c < s.channels; ++c) {
      const double mean = linear_[2 * c] = s.mean.at(c), std = linear_[2 * c + 1] = s.std.at(c);
      for (int v = 0; tables && v < 256; ++v)
        table[256 * c + v] = convert<T>(normalized(v, mean, std, s.scale, s.shift));
    }
    T* fill = reinterpret_cast<T*>(fill_.data());
    for (int c = 0; c < out_channels; ++c) {
      fill[c] = convert<T>(fill_value(s, c));
    }
  });
  plan_.table = tables ? table_.data() : nullptr;
  plan_.fill = fill_.data();
  plan_.linear = linear_.data();

  plan_.lanes = nullptr;
  const int lanes = vector_lanes();
  const bool real = s.dtype == DType::float32 || s.dtype == DType::float16;
  if (lanes && real && s.channels == 3 && (s.planar || out_channels == 3)) {
    lanes_.resize(4 * 3 * lanes + 16);
    // Vector loads need 64-byte alignment, which std::vector does not promise.
    float* aligned = lanes_.data() + (-reinterpret_cast<uintptr_t>(lanes_.data()) & 63) / sizeof(float);
    Line lines[3];
    for (int c = 0; c < 3; ++c) {
      lines[c] = normalize_line(linear_[2 * c], linear_[2 * c + 1], s.scale, s.shift);
    }
    fill_lanes(lines, lanes, s.planar, aligned);
    if (s.dtype == DType::float32 ? proven<float>(plan_, aligned) : proven<uint16_t>(plan_, aligned)) {
      plan_.lanes = aligned;
    }
  }
  key_.assign(head, head + kHead);
  key_.insert(key_.end(), s.mean.begin(), s.mean.end());
  key_.insert(key_.end(), s.std.begin(), s.std.end());
  key_.insert(key_.end(), s.fill.begin(), s.fill.end());
  return plan_;
}

void normalize_channel(const NormalizePlan& plan, int channel, const uint8_t* in, int64_t in_step, int64_t width,
                       void* out, int64_t out_step) {
  with_bits(plan.dtype, [&](auto zero) {
    using U = decltype(zero);
    const U* table = static_cast<const U*>(plan.table) + 256 * channel;
    if (plan.mirror) {
      table_row(table, in + (width - 1) * in_step, -in_step, width, static_cast<U*>(out), out_step);
    } else {
      table_row(table, in, in_step, width, static_cast<U*>(out), out_step);
    }
  });
}

void normalize_row(const NormalizePlan& plan, const uint8_t* row, int64_t width, void* out, int64_t plane_stride) {
  if (width <= 0) return;
  with_bits(plan.dtype, [&](auto zero) {
    using U = decltype(zero);
    U* o = static_cast<U*>(out);
    const U* fill = static_cast<const U*>(plan.fill);
    const int64_t pixel = plan.planar ? 1 : plan.out_channels, channel = plan.planar ? plane_stride : 1;
    if (plan.lanes && width >= vector_lanes()) {
      // Small outputs stay in the caches. Larger ones are read so much later that they would have left the caches
      // anyway.
      constexpr int64_t kStreamBytes = 32 << 10;
      const bool stream = width % 32 == 0 && reinterpret_cast<uintptr_t>(out) % 64 == 0 && plan.planar &&
                          plane_stride * sizeof(U) % 64 == 0 && plane_stride * int64_t{sizeof(U)} >= kStreamBytes;
      if constexpr (sizeof(U) == 4) {
        vector_rgb(plan.lanes, row, width, reinterpret_cast<float*>(o), plane_stride, plan.planar, plan.mirror, stream);
      } else if constexpr (sizeof(U) == 2) {
        vector_rgb(plan.lanes, row, width, o, plane_stride, plan.planar, plan.mirror, stream);
      }
    } else if (plan.channels == 3) {
      table_rgb(static_cast<const U*>(plan.table), row, width, o, channel, pixel, plan.mirror);
    } else {
      for (int c = 0; c < plan.channels; ++c) {
        normalize_channel(plan, c, row + c, plan.channels, width, o + c * channel, pixel);
      }
    }
    for (int c = plan.channels; c < plan.out_channels; ++c) {
      for (int64_t x = 0; x < width; ++x) o[c * channel + x * pixel] = fill[c];
    }
  });
}

void normalize_done() {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

}  // namespace penstock::ops
