// Where the targets find libvips, which npm brings.
#pragma once

namespace penstock::fuzz {

// Finds it below node_modules, once. A process without it ends: a fuzz target that decodes nothing would look sound.
void need_vips();

}  // namespace penstock::fuzz
