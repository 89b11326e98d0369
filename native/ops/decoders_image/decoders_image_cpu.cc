// decoders.image on the CPU. Where cacheSize is given, images that were decoded before are copied from the cache.
#include <cstring>
#include <memory>

#include "generated/ops/decoders_image.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

std::unique_ptr<SharedState> share(const DecodersImageArgs& a) {
  if (a.cache_size == 0) return nullptr;
  auto shared = std::make_unique<CachedImages>();
  shared->settings = {int64_t{a.cache_size} << 20, a.cache_threshold,
                      a.cache_type == DecodersImageArgs::CacheType::largest, a.cache_debug};
  return shared;
}

void setup(const DecodersImageArgs& a, SampleSetup& s, DecodeState& state) {
  setup_whole(a, s, state);
  if (a.cache_size == 0) return;
  const codecs::Bytes file = encoded_input(s.in[0]);
  state.file = ImageCache::hash(file.data, file.size);
}

void run(const DecodersImageArgs& a, SampleRun& s, DecodeState& state) {
  if (!s.shared_state) return run_decode(a, s, state);
  ImageCache& cache = *s.shared<CachedImages>().cache;
  const Hash128 key = key_of(state);
  const TensorView& out = s.out[0];
  if (const auto* image = cache.find(key)) {
    std::memcpy(out.data, image->pixels, static_cast<size_t>(image->bytes));
    s.warned = image->warned;
    return;
  }
  run_decode(a, s, state);
  if (uint8_t* pixels = cache.add(key, out.bytes())) {
    std::memcpy(pixels, out.data, static_cast<size_t>(out.bytes()));
    cache.ready(key, s.warned);
  }
}

constexpr CpuOp make() {
  CpuOp op = make_decoder_op<DecodersImageArgs, setup>();
  op.share = [](const void* args) { return share(*static_cast<const DecodersImageArgs*>(args)); };
  op.run = [](const void* args, SampleRun& s, void* state) {
    run(*static_cast<const DecodersImageArgs*>(args), s, *static_cast<DecodeState*>(state));
  };
  return op;
}

}  // namespace

extern const CpuOp decoders_image_cpu;
const CpuOp decoders_image_cpu = make();

}  // namespace penstock::ops
