// GIF: the project's header parser, then libvips.
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/decode.h"
#include "fuzz/util/vips.h"

namespace penstock::fuzz {
namespace {

const Target target("gif", [](Input in, Rng& draw) {
  need_vips();
  check_format(in, codecs::Format::gif, draw);
});

}  // namespace
}  // namespace penstock::fuzz
