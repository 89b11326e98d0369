// Makes JPEG files of every kind, and changes JPEG files so that most of their structure stays.
#pragma once
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

File make_jpeg(Rng&);
void mutate_jpeg(File&, Rng&);

}  // namespace penstock::fuzz
