// The part of lookupTable that CPU and GPU share: the table, in the dtype of the output, and how an element finds its
// entry.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "core/dispatch.h"
#include "core/op.h"
#include "generated/ops/lookup_table.h"

namespace penstock::ops {

// The entries of 0 to size - 1, and after them the default value, as bytes of the output's dtype.
struct LookupEntries : SharedState {
  int64_t size = 0;
  std::vector<uint8_t> bytes;
};

// It is made before setup() compares the numbers of keys and values.
inline std::unique_ptr<SharedState> share_lookup(const LookupTableArgs& a) {
  auto table = std::make_unique<LookupEntries>();
  LookupEntries& made = *table;
  made.size = 256;  // every uint8 has an entry
  for (int32_t key : a.keys) made.size = std::max<int64_t>(made.size, key + 1);
  made.bytes.resize(static_cast<size_t>((made.size + 1) * dtype_size(a.dtype)));
  dispatch(a.dtype, [&](auto zero) {
    using Out = decltype(zero);
    auto* entry = reinterpret_cast<Out*>(made.bytes.data());
    std::fill_n(entry, made.size + 1, convert<Out>(a.default_value));
    for (int i = 0; i < std::min(a.keys.size, a.values.size); ++i) entry[a.keys[i]] = convert<Out>(a.values[i]);
  });
  return table;
}

// The entry of an element: that of the default value where the table has none.
template <class In>
PENSTOCK_HD int64_t lookup_index(In value, int64_t size) {
  const auto at = static_cast<uint64_t>(value);  // a negative value is larger than any size
  return at < static_cast<uint64_t>(size) ? static_cast<int64_t>(at) : size;
}

}  // namespace penstock::ops
