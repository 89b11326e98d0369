// AVIF: the project's header parser, then libvips.
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/decode.h"
#include "fuzz/util/vips.h"

namespace penstock::fuzz {
namespace {

const Target target("avif", [](Input in, Rng& draw) {
  need_vips();
  check_format(in, codecs::Format::avif, draw);
});

}  // namespace
}  // namespace penstock::fuzz
