// JPEG 2000: the project's header parser, then OpenJPEG.
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/decode.h"

namespace penstock::fuzz {
namespace {

const Target target("jpeg2000", [](Input in, Rng& draw) { check_format(in, codecs::Format::jpeg2000, draw); });

}  // namespace
}  // namespace penstock::fuzz
