// lookupTable on the CPU. The table depends on constant arguments alone, so all samples share one.
#include "core/op.h"
#include "ops/lookup_table/lookup_table.h"

namespace penstock::ops {
namespace {

void setup(const LookupTableArgs& a, SampleSetup& s, NoState&) {
  const DType dtype = s.in[0].dtype;
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if (!std::is_integral_v<T> || std::is_same_v<T, bool>) {
      fail(ErrorCode::INVALID_INPUT, "Expected a dtype of integers but received %s", dtype_name(dtype));
    }
  });
  if (a.keys.size != a.values.size) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected as many values as keys, %d, but received %d", a.keys.size,
         a.values.size);
  }
  s.out[0] = s.in[0];
  s.out[0].dtype = a.dtype;
}

template <class In, class U>
void look_up(const In* in, const U* entry, int64_t size, U* out, int64_t n) {
  if constexpr (sizeof(In) == 1 && std::is_unsigned_v<In>) {
    for (int64_t i = 0; i < n; ++i) out[i] = entry[in[i]];
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = entry[lookup_index(in[i], size)];
  }
}

void run(const LookupTableArgs&, SampleRun& s, NoState&) {
  const auto& table = s.shared<LookupEntries>();
  const TensorView &in = s.in[0], &out = s.out[0];
  const int64_t n = in.shape.volume();
  dispatch(in.dtype, [&](auto zero) {
    using In = decltype(zero);
    if constexpr (std::is_integral_v<In> && !std::is_same_v<In, bool>) {
      const auto with = [&](auto word) {
        using U = decltype(word);
        look_up(in.as<In>(), reinterpret_cast<const U*>(table.bytes.data()), table.size, out.as<U>(), n);
      };
      const int64_t size = dtype_size(out.dtype);
      if (size == 1) with(uint8_t{});
      if (size == 2) with(uint16_t{});
      if (size == 4) with(uint32_t{});
      if (size == 8) with(uint64_t{});
    }
  });
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(lookup_table, LookupTableArgs, NoState, setup, run, share_lookup, kNone)

}  // namespace penstock::ops
