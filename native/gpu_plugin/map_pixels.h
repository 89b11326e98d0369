// One kernel for operators that compute each pixel from the same pixel of the input: a whole batch in one launch,
// several pixels a thread, read and written in words as wide as the addresses allow.
//   struct Map {                                  plain data, one per sample
//     using In = uint8_t; using Out = float;      element types
//     static constexpr int in = 3, out = 1;       elements of a pixel
//     PENSTOCK_HD void operator()(const In* pixel, Out* result) const;
//   };
//   map_pixels<Map>(r, [&](int sample) { return Map{...}; });
// The first input is read, the first output written; both are dense, with channels innermost.
#pragma once
#include <vector>

#include "core/host_device.h"
#include "gpu_plugin/gpu_op.h"
#include "gpu_plugin/launch.h"

namespace penstock::gpu {

template <class Map>
struct MapItem {
  const typename Map::In* in;
  typename Map::Out* out;
  int64_t pixels, head, units;  // pixels before the first unit; units of map_unit<Map> pixels
  Map map;
};

template <int Bytes>
struct WordOf;
template <>
struct WordOf<1> {
  using type = uint8_t;
};
template <>
struct WordOf<2> {
  using type = uint16_t;
};
template <>
struct WordOf<4> {
  using type = uint32_t;
};
template <>
struct WordOf<8> {
  using type = uint2;
};
template <>
struct WordOf<16> {
  using type = uint4;
};

// The size of the widest word, in bytes, of which `bytes` is a multiple.
PENSTOCK_HD constexpr int map_word(int bytes) { return bytes % 16 == 0 ? 16 : bytes & -bytes; }

// Pixels of a unit, chosen so that neighbouring threads access neighbouring words. Pixels of several elements are taken
// in fours, for example as three words of four bytes for 8-bit RGB.
template <class Map>
PENSTOCK_HD constexpr int map_unit() {
  constexpr int in = sizeof(typename Map::In), out = sizeof(typename Map::Out);
  return Map::in > 1 || Map::out > 1 ? 4 : 16 / (in > out ? in : out);
}

// n elements as words; the address is aligned to the word's size.
template <int n, class T>
__device__ __forceinline__ void load_words(const T* from, T* to) {
  constexpr int size = map_word(n * sizeof(T));
  using Word = typename WordOf<size>::type;
  Word words[n * sizeof(T) / size];
  for (int i = 0; i < static_cast<int>(n * sizeof(T) / size); ++i) words[i] = reinterpret_cast<const Word*>(from)[i];
  memcpy(to, words, sizeof words);
}
template <int n, class T>
__device__ __forceinline__ void store_words(const T* from, T* to) {
  constexpr int size = map_word(n * sizeof(T));
  using Word = typename WordOf<size>::type;
  Word words[n * sizeof(T) / size];
  memcpy(words, from, sizeof words);
  for (int i = 0; i < static_cast<int>(n * sizeof(T) / size); ++i) reinterpret_cast<Word*>(to)[i] = words[i];
}

template <class Map>
__global__ void map_pixels_kernel(const MapItem<Map>* items) {
  using In = typename Map::In;
  using Out = typename Map::Out;
  constexpr int unit = map_unit<Map>();
  const MapItem<Map> item = items[blockIdx.y];
  const int64_t threads = static_cast<int64_t>(gridDim.x) * blockDim.x;
  const int64_t me = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int64_t u = me; u < item.units; u += threads) {
    const int64_t at = item.head + u * unit;
    In from[unit * Map::in];
    Out to[unit * Map::out];
    load_words<unit * Map::in>(item.in + at * Map::in, from);
    for (int i = 0; i < unit; ++i) item.map(from + i * Map::in, to + i * Map::out);
    store_words<unit * Map::out>(to, item.out + at * Map::out);
  }
  const int64_t rest = item.pixels - item.units * unit;
  for (int64_t i = me; i < rest; i += threads) {
    const int64_t at = i < item.head ? i : i + item.units * unit;
    In from[Map::in];
    Out to[Map::out];
    for (int k = 0; k < Map::in; ++k) from[k] = item.in[at * Map::in + k];
    item.map(from, to);
    for (int k = 0; k < Map::out; ++k) item.out[at * Map::out + k] = to[k];
  }
}

template <class Map, class F>
void map_pixels(Run& r, F&& map_of) {
  using In = typename Map::In;
  using Out = typename Map::Out;
  constexpr int unit = map_unit<Map>(), threads = 256;
  constexpr int in_bytes = Map::in * sizeof(In), out_bytes = Map::out * sizeof(Out);
  constexpr uintptr_t in_word = map_word(unit * in_bytes), out_word = map_word(unit * out_bytes);
  std::vector<MapItem<Map>> items(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    MapItem<Map>& item = items[i];
    item.in = r.in[0][i].template as<In>();
    item.out = r.out[0][i].template as<Out>();
    item.pixels = r.in[0][i].shape.volume() / Map::in;
    item.map = map_of(i);
    // The first pixel at which input and output are both word-aligned; samples of a batch may begin at any address.
    const auto in = reinterpret_cast<uintptr_t>(item.in), out = reinterpret_cast<uintptr_t>(item.out);
    int64_t head = 0;
    while (head < unit && ((in + head * in_bytes) % in_word || (out + head * out_bytes) % out_word)) ++head;
    item.head = head < unit ? std::min(head, item.pixels) : 0;
    item.units = head < unit ? (item.pixels - item.head) / unit : 0;
    most = std::max({most, item.units, item.pixels - item.units * unit});
  }
  const MapItem<Map>* uploaded = r.ctx.upload(items);
  launch(map_pixels_kernel<Map>, ragged_grid(r.count, most, threads), dim3(threads), r.ctx.stream(), uploaded);
}

}  // namespace penstock::gpu
