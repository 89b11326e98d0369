// A record, or a whole container, in memory: a read outside of it is a finding.
#pragma once
#include <cstring>

#include "core/error.h"
#include "dataset/set/record_source.h"
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

class RecordBytes final : public RecordSource {
 public:
  explicit RecordBytes(Input in) : in_(in) {}
  int64_t size() const override { return static_cast<int64_t>(in_.size); }
  void copy(int64_t from, uint8_t* to, int64_t count) const override {
    if (from < 0 || count < 0 || from > size() || count > size() - from) {
      found("range", "%lld bytes at %lld", static_cast<long long>(count), static_cast<long long>(from));
    }
    if (count) std::memcpy(to, in_.data + from, static_cast<size_t>(count));
  }

 private:
  Input in_;
};

// A fault names a byte of the record, and what was counted is there when it is copied.
inline void check_fault(const RecordFault& fault, const RecordBytes& bytes) {
  if (fault.offset < 0 || fault.offset > bytes.size()) found("range", "a fault outside of the record");
  if (std::strstr(fault.what(), "changed")) found("count", "%s", fault.what());
}

// Damaged and unsupported files are refused, and for no other reason.
inline void check_refusal(const Error& error) {
  if (error.code == ErrorCode::BAD_SAMPLE || error.code == ErrorCode::UNSUPPORTED) return;
  found("code", "%s", error.message.c_str());
}

}  // namespace penstock::fuzz
