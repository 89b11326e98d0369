// Manifests of NeMo: for any bytes they are refused, or give entries whose paths and texts come from their lines.
#include <cmath>

#include "fuzz/util/listed.h"
#include "generated/ops/readers_nemo_asr.h"
#include "ops/readers_nemo_asr/columns.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

std::string value(Rng& rng) {
  constexpr const char* kValues[] = {"null",
                                     "1.5",
                                     "-3",
                                     "1e308",
                                     "1e999",
                                     "true",
                                     "[]",
                                     "{\"a\":[1]}",
                                     "\"\"",
                                     "\"x\\u0000y\"",
                                     "\"\\ud800\"",
                                     "\"\\u20ac\"",
                                     "\"/etc/passwd\"",
                                     "\"../a.wav\"",
                                     "\"https://h/a.wav\""};
  return kValues[rng.below(15)];
}

File make(Rng& rng) {
  constexpr const char* kKeys[] = {"audio_filepath", "text", "offset", "duration", "x"};
  std::string text;
  for (uint32_t n = rng.below(5); n--;) {
    text += one_in(rng, 8) ? "" : "{\"audio_filepath\": \"clips/a.wav\"";
    for (uint32_t k = rng.below(5); k--;) text += std::string(", \"") + kKeys[rng.below(5)] + "\": " + value(rng);
    text += one_in(rng, 12) ? "\n" : one_in(rng, 8) ? "}\r\n" : "}\n";
    if (one_in(rng, 20)) text += std::string(rng.below(200), '[');
  }
  return File(text.begin(), text.end());
}

const Target target(
    "nemo",
    [](Input in, Rng& draw) {
      const MemoryFile file(in);
      const std::string_view path = file.path();
      ReadersNemoAsrArgs args;
      args.manifest_filepaths = {&path, 1, nullptr};
      if (one_in(draw, 3)) args.max_duration = 2;
      if (one_in(draw, 3)) args.min_duration = 1;
      const auto data = list_input(in, ReadersNemoAsrArgs::op_name, &args);
      if (!data) return;
      size_t texts = 0;
      for (int64_t i = 0; i < data->count(); ++i) {
        const std::string sound = data->path(data->extent(i).file);
        if (sound.empty() || sound.find('\0') != std::string::npos) found("path", "an entry without one");
        texts += data->text(kTextColumn, i).size() + 1;
        if (!std::isfinite(data->number<double>(kOffsetColumn, i)))
          found("offset", "entry %lld", static_cast<long long>(i));
        if (args.max_duration > 0 && data->number<double>(kDurationColumn, i) > args.max_duration)
          found("duration", "too long");
      }
      if (texts > in.size) found("texts", "%zu bytes of a manifest of %zu", texts, in.size);
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
