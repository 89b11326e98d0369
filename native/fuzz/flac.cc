// FLAC: libFLAC decodes, and what it says of a file is checked.
#include "fuzz/util/sound.h"

namespace penstock::fuzz {
namespace {

const Target target("flac", [](Input in, Rng&) { check_sound(in); });

}  // namespace
}  // namespace penstock::fuzz
