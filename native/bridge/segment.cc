// Linux only: memfd_create() and file seals.
#include "bridge/segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace penstock::bridge {
namespace {

constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

[[noreturn]] void refuse(int descriptor, const char* call) {
  const int why = errno;
  if (descriptor >= 0) close(descriptor);
  const bool scarce = why == EMFILE || why == ENFILE || why == ENOMEM;
  throw Error(scarce ? ErrorCode::OUT_OF_MEMORY : ErrorCode::UNSUPPORTED,
              std::string("Memory that other processes can map is not available: ") + call + ": " + std::strerror(why),
              why == EMFILE || why == ENFILE ? "Raise the limit of open files (ulimit -n)" : "");
}

}  // namespace

Segment::Segment(uint8_t* data, size_t usable, size_t reserved) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  if (reinterpret_cast<uintptr_t>(data) % page || usable > reserved) {
    fail(ErrorCode::UNSUPPORTED, "This runtime places a shared buffer at %p, which does not begin a page",
         static_cast<void*>(data));
  }
  const int descriptor = memfd_create("penstock", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) refuse(descriptor, "memfd_create");
  // Pages take memory when they are first written. The size never changes, so that no process that has mapped the file
  // can be ended by a bus error.
  if (ftruncate(descriptor, static_cast<off_t>(reserved))) refuse(descriptor, "ftruncate");
  if (fcntl(descriptor, F_ADD_SEALS, kSeals)) refuse(descriptor, "F_ADD_SEALS");
  // V8 makes pages accessible by mprotect() when the buffer grows, as it does with its own.
  if (mmap(data, reserved, PROT_NONE, MAP_SHARED | MAP_FIXED, descriptor, 0) == MAP_FAILED) refuse(descriptor, "mmap");
  if (mprotect(data, usable, PROT_READ | PROT_WRITE)) refuse(descriptor, "mprotect");
  descriptor_ = descriptor;
}

Segment::~Segment() { close(descriptor_); }

}  // namespace penstock::bridge
