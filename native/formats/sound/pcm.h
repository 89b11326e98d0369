// The elements of WAV, Wave64, AIFF and AU files: uncompressed, or by the logarithmic codes of ITU-T G.711.
#pragma once
#include "core/cpu.h"
#include "formats/sound/sound.h"

namespace penstock::audio {

int element_bytes(Encoding);

// Sets the place of the elements: `claimed` bytes from `offset` on, of which a file of `size` bytes may have fewer.
// Frames that are not complete are left out.
void place_elements(Sound&, size_t size, size_t offset, uint64_t claimed);

// Writes frames x channels elements, all of which lie in the file. T is float, int16_t or int32_t. `streamed`: nothing
// reads them soon, so that many of them go past the caches.
template <class T>
void decode_pcm(Bytes, const Sound&, T* out, bool streamed = false, SimdLevel level = simd_level());

// The headers, of files by whose first bytes the format is known. All throw as SoundDecoders::header() does, and return
// false where more of the file is needed.
bool wav_header(const SoundHead&, Sound&);
bool wave64_header(const SoundHead&, Sound&);
bool aiff_header(const SoundHead&, Sound&);
bool au_header(const SoundHead&, Sound&);

// Whether a file begins as one of Wave64 does.
bool is_wave64(Bytes);

}  // namespace penstock::audio
