// getProperty: texts about a sample as bytes.
#include <cstring>

#include "core/op.h"
#include "generated/ops/get_property.h"

namespace penstock::ops {
namespace {

std::string_view text_of(const GetPropertyArgs& a, const SampleBase& s) {
  return a.key == GetPropertyArgs::Key::layout ? s.in[0].layout.view() : s.sample->source;
}

void setup(const GetPropertyArgs& a, SampleSetup& s, NoState&) {
  s.out[0].dtype = DType::uint8;
  s.out[0].shape = {static_cast<int64_t>(text_of(a, s).size())};
}

void run(const GetPropertyArgs& a, SampleRun& s, NoState&) {
  const std::string_view text = text_of(a, s);
  if (!text.empty()) std::memcpy(s.out[0].data, text.data(), text.size());
}

}  // namespace

PENSTOCK_CPU_OP(get_property, GetPropertyArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
