// See boundary.h.
#include "core/boundary.h"

#include <new>
#include <stdexcept>
#include <system_error>

namespace penstock {
namespace {

Error translated(const char* no_memory) {
  try {
    throw;
  } catch (const Error& e) {
    return e;
  } catch (const std::bad_alloc&) {
    return {ErrorCode::OUT_OF_MEMORY, no_memory};
  } catch (const std::length_error& e) {
    // A container would be larger than any memory.
    return {ErrorCode::OUT_OF_MEMORY, std::string("more was asked for than memory can hold: ") + e.what()};
  } catch (const std::exception& e) {
    return {ErrorCode::INTERNAL, std::string("unexpected failure: ") + e.what()};
  } catch (...) {
    return {ErrorCode::INTERNAL, "unexpected failure of an unknown kind"};
  }
}

}  // namespace

Error caught(const char* no_memory) noexcept {
  try {
    return translated(no_memory);
  } catch (...) {
    // Memory ran out while the message was built. This message is so short that it needs no allocation.
    return {ErrorCode::OUT_OF_MEMORY, "memory ran out"};
  }
}

}  // namespace penstock
