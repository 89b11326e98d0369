// Finds libvips, which an npm package provides, for the targets.
#pragma once

namespace penstock::fuzz {

// Finds it below node_modules, once. Without it the process ends, because a target that decodes nothing would look
// sound.
void need_vips();

}  // namespace penstock::fuzz
