// Says by their first bytes what the bytes of a value are, for which nothing else tells: a picture, a sound, or
// something else.
#pragma once
#include "core/record_source.h"

namespace penstock {

enum class Contents : uint8_t { picture, sound, other };

// Those of `size` bytes of the source, from `begin` on.
Contents contents_of(const RecordSource& source, int64_t begin, int64_t size);

}  // namespace penstock
