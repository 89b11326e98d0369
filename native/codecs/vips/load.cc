// An image is loaded sequentially: strips are pulled through a region on the calling thread, straight into scratch
// memory. libvips starts no thread and keeps no copy of the image.
#include "codecs/vips/load.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "codecs/cmyk.h"
#include "codecs/unchanged.h"
#include "codecs/vips/vips.h"

namespace penstock::codecs::vips {
namespace {

struct Unref {
  const Library* library;
  void operator()(void* object) const { library->object_unref(object); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

// libvips has one error text for all threads. It is copied and cleared in one step, under libvips' own lock. When two
// images fail at the same moment, either may get both reasons or none, and text that a sound image left behind comes
// first. Lines about seeking past the end also appear for sound AVIF files.
std::string take_text(const Library& v) {
  std::string text;
  if (char* copy = v.error_buffer_copy()) {
    const std::unique_ptr<char, void (*)(void*)> owned(copy, v.free_text);
    text = copy;
  }
  while (text.rfind("source: bad seek", 0) == 0) text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
  return text;
}

// Held while a text is taken, and from clearing it to taking it.
std::mutex& text_lock() {
  static std::mutex lock;
  return lock;
}

[[noreturn]] void fail_load(const DecodeTask& task, const std::string& text, const LoadOptions& options) {
  // One line is enough, because later lines repeat it.
  std::string reason = text.substr(0, text.find('\n'));
  // What libpng says comes as a warning, beside "read error".
  if (const std::string warning = take_warning(); !warning.empty() && warning != reason)
    reason += (reason.empty() ? "" : ": ") + warning;
  if (const std::string damage = options.find_damage ? options.find_damage(task) : ""; !damage.empty())
    reason = damage + (reason.empty() ? "" : " (" + reason + ")");
  fail(ErrorCode::BAD_SAMPLE, "Expected a sound %s image but received one that libvips refuses: %s",
       format_name(task.header.format), reason.empty() ? "no reason given" : reason.c_str());
}

// Rows per pull: a strip of a PNG or a row of tiles then stays in the cache until it is copied.
constexpr int kStrip = 64;

bool pull(const Library& v, Image* image, const RawImage& raw, int format, void* out, const DecodeTask& task) {
  const size_t size = raw.stride * static_cast<size_t>(raw.h);
  const Owned<Image> memory{v.image_new_from_memory(out, size, raw.w, raw.h, raw.channels, format), Unref{&v}};
  if (!memory) return false;
  const Owned<Region> from{v.region_new(image), Unref{&v}}, to{v.region_new(memory.get()), Unref{&v}};
  for (int y = 0; y < raw.h; y += kStrip) {
    const Rect rect{0, y, raw.w, raw.h - y < kStrip ? raw.h - y : kStrip};
    if (v.region_image(to.get(), &rect) || v.region_prepare_to(from.get(), to.get(), &rect, 0, y)) return false;
    if (task.deadline.passed()) fail_late(task.deadline, task.header.format, raw.w, raw.h);
  }
  return true;
}

Image* open(const LoadOptions& options, const Pieces& file, Source* source) {
  Image* image = nullptr;
  const int access = kAccessSequential, fail_on = kFailOnError;
  const auto loaded = [&](auto... more) {
    if (source)
      return options.loader.source_function()(source, &image, "access", access, "fail_on", fail_on, more..., nullptr) ==
             0;
    return options.loader.function()(const_cast<uint8_t*>(file.first().data), file.first().size, &image, "access",
                                     access, "fail_on", fail_on, more..., nullptr) == 0;
  };
  bool good;
  if (options.pages == Pages::none) {
    good = loaded();
  } else if (options.scale < 1) {
    good = loaded("page", 0, "n", 1, "scale", options.scale);
  } else {
    good = loaded("page", 0, "n", 1);
  }
  return good ? image : nullptr;
}

int64_t read_pieces(Source*, void* to, int64_t n, void* reader) {
  return static_cast<PieceReader*>(reader)->read(to, n);
}
int64_t seek_pieces(Source*, int64_t offset, int whence, void* reader) {
  return static_cast<PieceReader*>(reader)->seek(offset, whence);
}

Source* open_source(const Library& v, PieceReader& reader) {
  Source* const source = v.source_custom_new();
  if (!source) throw std::bad_alloc();
  v.signal_connect(source, "read", reinterpret_cast<void (*)()>(read_pieces), &reader, nullptr, 0);
  v.signal_connect(source, "seek", reinterpret_cast<void (*)()>(seek_pieces), &reader, nullptr, 0);
  return source;
}

// Decodes the image to `raw`. False when libvips refuses it.
bool load_once(const Library& v, const DecodeTask& task, const Pieces& file, const LoadOptions& options,
               RawImage& raw) {
  take_warning();
  // They outlive the image, which reads on as its rows are pulled.
  PieceReader reader(file);
  const Owned<Source> source{file.whole() ? nullptr : open_source(v, reader), Unref{&v}};
  const Owned<Image> image{open(options, file, source.get()), Unref{&v}};
  if (!image) return false;
  raw.w = v.image_get_width(image.get());
  raw.h = v.image_get_height(image.get());
  raw.channels = v.image_get_bands(image.get());
  const int format = v.image_get_format(image.get());
  check_unchanged(reduced_header(task.header, task.spec), options.turned ? raw.h : raw.w,
                  options.turned ? raw.w : raw.h);
  if (raw.channels < 1 || raw.channels > 4 || (format != kFormatUchar && format != kFormatUshort))
    fail(ErrorCode::UNSUPPORTED, "Expected 1 to 4 channels of 8 or 16 bits but received %d of another kind",
         raw.channels);
  raw.bits = format == kFormatUshort ? 16 : 8;
  raw.stride = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.channels) * static_cast<size_t>(raw.bits / 8);
  void* out = task.scratch.bytes(raw.stride * static_cast<size_t>(raw.h));
  raw.data = out;
  if (!pull(v, image.get(), raw, format, out, task)) return false;
  if (raw.channels == 4 && v.image_get_interpretation(image.get()) == kInterpretationCmyk) {
    if (raw.bits == 16)
      cmyk_to_rgb(raw, static_cast<uint16_t*>(out));
    else
      cmyk_to_rgb(raw, static_cast<uint8_t*>(out));
  }
  return true;
}

}  // namespace

RawImage load(const DecodeTask& task, const Pieces& file, const LoadOptions& options) {
  const Library& v = library();
  RawImage raw;
  const Scratch::Mark begin = task.scratch.mark();
  if (load_once(v, task, file, options, raw)) return raw;
  task.scratch.rewind(begin);
  const std::lock_guard lock(text_lock());
  std::string text = take_text(v);
  if (options.explain || text.empty()) {
    // The sort of the error depends on the text, or another image took it. The image is decoded once more while no
    // other thread takes or clears a text, so that its own lines are among those that are taken.
    if (load_once(v, task, file, options, raw)) return raw;
    text = take_text(v);
  }
  if (options.explain) options.explain(task, text);
  fail_load(task, text, options);
}

Support support(const Loader& loader, const char* lack) {
  Support s;
  s.version = vips_version(&s.problem);
  if (s.problem.empty() && !loader.is_built()) s.problem = std::string("this libvips was built without ") + lack;
  return s;
}

}  // namespace penstock::codecs::vips
