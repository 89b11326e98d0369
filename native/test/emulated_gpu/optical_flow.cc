// The optical flow engine of the emulated GPU: for each square the vector within a few pixels, of its hint and of none,
// to what is most like it in the frame before. It does its work in the stream's order. It ends the process where a
// buffer or session is used that has ended, or the order of calls is wrong.
#include "gpu_plugin/optical_flow.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "live_handles.h"

namespace penstock::gpu::flow {
namespace {

constexpr int kReach = 6;  // pixels in each direction

struct Session;

struct Buffer {
  Session* session;
  BufferKind kind;
  size_t row;
  std::vector<uint8_t> data;
};

struct Session {
  Start start = {};
  bool started = false;
  cudaStream_t stream = nullptr;
  int buffers = 0;
  std::vector<int16_t> before;  // the last vectors
};

emulated::LiveHandles<Session> sessions("an optical flow session");
emulated::LiveHandles<Buffer> buffers("an optical flow buffer");

Session* session_of(void* handle, const char* call) {
  sessions.check(static_cast<Session*>(handle), call);
  return static_cast<Session*>(handle);
}
Buffer* buffer_of(void* handle, const char* call) {
  buffers.check(static_cast<Buffer*>(handle), call);
  return static_cast<Buffer*>(handle);
}

int bytes_of(int format) { return format == kGray ? 1 : 4; }

struct Work {
  Start start;
  const Buffer *frame, *reference, *hints;
  Buffer* vectors;
  std::vector<int16_t>* before;
  bool temporal;

  int pixel(const Buffer& b, int x, int y, int c) const {
    const int w = static_cast<int>(start.width), h = static_cast<int>(start.height), n = bytes_of(b.kind.format);
    const int px = std::clamp(x, 0, w - 1), py = std::clamp(y, 0, h - 1);
    return b.data[static_cast<size_t>(py) * b.row + static_cast<size_t>(px * n + c)];
  }
  int difference(int x0, int y0, int dx, int dy) const {
    int sum = 0;
    const int grid = start.output_grid, channels = frame->kind.format == kGray ? 1 : 3;
    for (int y = y0 - 2; y < y0 + grid + 2; ++y) {
      for (int x = x0 - 2; x < x0 + grid + 2; ++x) {
        for (int c = 0; c < channels; ++c)
          sum += std::abs(pixel(*frame, x, y, c) - pixel(*reference, x + dx, y + dy, c));
      }
    }
    return sum;
  }
  // Searches around a vector.
  void search(int x0, int y0, int cx, int cy, int& least, int16_t* best) const {
    for (int dy = cy - kReach; dy <= cy + kReach; ++dy) {
      for (int dx = cx - kReach; dx <= cx + kReach; ++dx) {
        const int found = 8 * difference(x0, y0, dx, dy) + std::abs(dx) + std::abs(dy);
        if (found >= least) continue;
        least = found;
        best[0] = static_cast<int16_t>(32 * dx);
        best[1] = static_cast<int16_t>(32 * dy);
      }
    }
  }
  void run() const {
    const int columns = static_cast<int>(vectors->kind.width), rows = static_cast<int>(vectors->kind.height);
    std::vector<int16_t> found(static_cast<size_t>(2 * columns * rows));
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        const int x0 = x * start.output_grid, y0 = y * start.output_grid;
        const size_t at = static_cast<size_t>(2 * (y * columns + x));
        int least = INT32_MAX;
        search(x0, y0, 0, 0, least, &found[at]);
        if (temporal && before->size() == found.size()) {
          search(x0, y0, (*before)[at] / 32, (*before)[at + 1] / 32, least, &found[at]);
        }
        if (hints) {
          int16_t hint[2];
          const size_t hx = static_cast<size_t>(x0 / start.hint_grid), hy = static_cast<size_t>(y0 / start.hint_grid);
          std::memcpy(hint, hints->data.data() + hy * hints->row + 4 * hx, sizeof hint);
          search(x0, y0, hint[0] / 32, hint[1] / 32, least, &found[at]);
        }
      }
    }
    for (int y = 0; y < rows; ++y) {
      std::memcpy(vectors->data.data() + static_cast<size_t>(y) * vectors->row,
                  &found[static_cast<size_t>(2 * y * columns)], static_cast<size_t>(4 * columns));
    }
    *before = std::move(found);
  }
};

const Functions kFunctions = {
    [](void*, void** session) {
      *session = sessions.open(new Session);
      return int{kSuccess};
    },
    [](void* handle, const Start* start) {
      Session* s = session_of(handle, "start");
      if (start->output_grid == 1) return int{kUnsupportedFeature};  // one that the engine of tests has not
      s->start = *start;
      s->started = true;
      return int{kSuccess};
    },
    [](void* handle, const BufferKind* kind, int, void** buffer) {
      Session* s = session_of(handle, "create_buffer");
      if (!s->started) return int{kInvalidCall};
      // Rows are longer than what is in them, as the engine's are.
      const size_t row = (kind->width * static_cast<size_t>(bytes_of(kind->format)) + 63) / 64 * 64 + 64;
      *buffer = buffers.open(new Buffer{s, *kind, row, std::vector<uint8_t>(row * kind->height, 0xcd)});
      ++s->buffers;
      return int{kSuccess};
    },
    [](void*) -> void* { return nullptr; },
    [](void* buffer) {
      return static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(buffer_of(buffer, "address_of")->data.data()));
    },
    [](void* buffer, Strides* strides) {
      *strides = {};
      strides->plane[0].row = static_cast<uint32_t>(buffer_of(buffer, "strides_of")->row);
      strides->planes = 1;
      return int{kSuccess};
    },
    [](void* handle, cudaStream_t in, cudaStream_t out) {
      if (in != out) return int{kInvalidParameter};
      session_of(handle, "set_streams")->stream = in;
      return int{kSuccess};
    },
    [](void* handle, const Input* in, Output* out) {
      Session* s = session_of(handle, "execute");
      const auto optional = [](void* b) { return b ? buffer_of(b, "execute") : nullptr; };
      const Work work{s->start,
                      buffer_of(in->frame, "execute"),
                      buffer_of(in->reference, "execute"),
                      optional(in->hints),
                      buffer_of(out->vectors, "execute"),
                      &s->before,
                      !in->without_temporal_hints};
      if (!s->stream || (work.hints != nullptr) != (s->start.takes_hints != 0)) return int{kInvalidCall};
      emulated::enqueue(s->stream, [work] { work.run(); });
      return int{kSuccess};
    },
    [](void* buffer) {
      Buffer* b = buffer_of(buffer, "destroy_buffer");
      --b->session->buffers;
      std::vector<uint8_t>().swap(b->data);
      buffers.close(b, "destroy_buffer");
      return int{kSuccess};
    },
    [](void* handle) {
      Session* s = session_of(handle, "destroy");
      if (s->buffers) emulated::misuse("destroy", "an optical flow session", "that has buffers", handle);
      sessions.close(s, "destroy");
      return int{kSuccess};
    },
    [](void*, char* text, uint32_t* size) {
      std::strncpy(text, "the emulated engine", *size);
      return int{kSuccess};
    },
    nullptr,
};

}  // namespace

const Functions& functions() { return kFunctions; }
void* current_context() { return nullptr; }

}  // namespace penstock::gpu::flow
