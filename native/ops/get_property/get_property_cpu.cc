// getProperty: texts about a sample as bytes.
#include <cstring>

#include "core/op.h"
#include "generated/ops/get_property.h"
#include "ops/get_property/get_property.h"

namespace penstock::ops {
namespace {

void setup(const GetPropertyArgs& a, SampleSetup& s, GetPropertyState& st) {
  st = {s.in[0].layout, s.sample->source, a.key == GetPropertyArgs::Key::layout};
  s.out[0].dtype = DType::uint8;
  s.out[0].shape = {static_cast<int64_t>(st.text().size())};
}

void run(const GetPropertyArgs&, SampleRun& s, GetPropertyState& st) {
  const std::string_view text = st.text();
  if (!text.empty()) std::memcpy(s.out[0].data, text.data(), text.size());
}

}  // namespace

PENSTOCK_CPU_OP(get_property, GetPropertyArgs, GetPropertyState, setup, run, kNone)

}  // namespace penstock::ops
