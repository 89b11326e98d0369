// JPEG files of every kind, and changes of JPEG files that keep most of their structure.
#pragma once
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

File make_jpeg(Rng&);
void mutate_jpeg(File&, Rng&);

}  // namespace penstock::fuzz
