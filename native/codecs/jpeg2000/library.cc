// Loads OpenJPEG once per process: the first caller loads it while the others wait. A failure is kept with its reason.
#include "codecs/jpeg2000/library.h"

#include <dlfcn.h>

#include "core/error.h"

namespace penstock::codecs::openjpeg {
namespace {

// The name of the library's interface, which all versions from 2.1 on have.
constexpr const char* kName = "libopenjp2.so.7";

struct State {
  Library library{};
  std::string error;
};

template <class F>
void find(void* handle, const char* name, F& function, std::string& error) {
  function = reinterpret_cast<F>(dlsym(handle, name));
  if (!function && error.empty()) error = std::string(kName) + " has no function " + name;
}

State load() {
  State s;
  void* const handle = dlopen(kName, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    s.error = dlerror();
    return s;
  }
  Library& l = s.library;
  find(handle, "opj_version", l.version, s.error);
  find(handle, "opj_create_decompress", l.create_decoder, s.error);
  find(handle, "opj_destroy_codec", l.destroy_codec, s.error);
  find(handle, "opj_set_default_decoder_parameters", l.default_parameters, s.error);
  find(handle, "opj_setup_decoder", l.setup_decoder, s.error);
  find(handle, "opj_set_error_handler", l.set_error_handler, s.error);
  find(handle, "opj_set_warning_handler", l.set_warning_handler, s.error);
  find(handle, "opj_stream_create", l.create_stream, s.error);
  find(handle, "opj_stream_destroy", l.destroy_stream, s.error);
  find(handle, "opj_stream_set_user_data", l.set_user_data, s.error);
  find(handle, "opj_stream_set_user_data_length", l.set_user_data_length, s.error);
  find(handle, "opj_stream_set_read_function", l.set_read, s.error);
  find(handle, "opj_stream_set_skip_function", l.set_skip, s.error);
  find(handle, "opj_stream_set_seek_function", l.set_seek, s.error);
  find(handle, "opj_read_header", l.read_header, s.error);
  find(handle, "opj_decode", l.decode, s.error);
  find(handle, "opj_end_decompress", l.end_decompress, s.error);
  find(handle, "opj_image_destroy", l.destroy_image, s.error);
  std::string optional;
  find(handle, "opj_decoder_set_strict_mode", l.set_strict, optional);
  return s;
}

}  // namespace

const Library& library() {
  // Never destroyed, because pool threads may outlive static destructors.
  static const State* const s = new State(load());
  if (s->error.empty()) return s->library;
  throw Error(ErrorCode::UNSUPPORTED, "Expected OpenJPEG to decode JPEG 2000 but received: " + s->error,
              "install it with the system's package manager: libopenjp2-7 in Debian and Ubuntu, openjpeg2 in Fedora");
}

}  // namespace penstock::codecs::openjpeg
