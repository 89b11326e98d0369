// Shared by the targets of the sound formats: an input is decoded in every dtype, and all results must agree.
#pragma once
#include "formats/sound/sound.h"
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

// Decodes twice, into memory of exactly the size that the header says, with different contents; the second time with
// decoders that have just read another file. Only BAD_SAMPLE and UNSUPPORTED refuse a file.
void check_sound(Input);

}  // namespace penstock::fuzz
