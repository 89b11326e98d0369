// See decode.h.
#include "gpu/decode.h"

#include "program.h"

namespace penstock::gpu {

struct Decoder::Impl {};
Decoder::Decoder(Device*, const ProgramSpec&) {}
Decoder::~Decoder() = default;
void Decoder::decode(std::vector<Item>&, Stream*) { fail(ErrorCode::UNSUPPORTED, "not yet"); }

}  // namespace penstock::gpu
