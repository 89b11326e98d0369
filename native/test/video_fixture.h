// Shared by the tests of videos: the plugin that was built, and files of data/videos.
#pragma once
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/crc.h"
#include "core/json.h"
#include "formats/video/library.h"
#include "formats/video/video_file.h"
#include "test/test.h"

namespace penstock::test {

// Skips where no plugin was built.
inline void need_video_plugin() {
#ifdef PENSTOCK_AV_PLUGIN
  video::set_plugin_path(PENSTOCK_AV_PLUGIN, "");
#else
  skip("libavformat is not installed, so there is no video plugin");
#endif
}

inline std::vector<uint8_t> read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline std::vector<uint8_t> video_bytes(const std::string& name) { return read_whole("data/videos/" + name); }

// What make-videos.py has found: name, and for each frame its time and the checksums of its planes and its pixels.
inline Json video_goldens() {
  const std::vector<uint8_t> text = read_whole("test/golden/decoders_video.json");
  return parse_json(std::string(text.begin(), text.end()))["videos"];
}

inline uint32_t planes_crc(const av::Picture& p) {
  uint32_t crc = 0;
  for (int c = 0; c < p.components; ++c) {
    const int sx = c ? p.shift_x : 0, sy = c ? p.shift_y : 0;
    const int width = (p.width + sx) >> sx, height = (p.height + sy) >> sy;
    const size_t bytes = p.depth > 8 ? 2 : 1;
    for (int y = 0; y < height; ++y) {
      const uint8_t* const row = p.component[c].data + y * p.component[c].stride;
      for (int x = 0; x < width; ++x) crc = crc32(crc, row + int64_t{x} * p.component[c].step, bytes);
    }
  }
  return crc;
}

}  // namespace penstock::test
