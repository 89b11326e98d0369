// The parser of tf.train.Example: for any record it reads only bytes of the record, and copies as many values as it has
// counted, or says at which byte it is wrong.
#include <string>

#include "fuzz/util/record_bytes.h"
#include "fuzz/util/written.h"
#include "ops/readers_tfrecord/example.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

void put_field(File& f, uint32_t number, const File& data) {
  put_varint(f, number << 3 | 2);
  put_varint(f, data.size());
  f.insert(f.end(), data.begin(), data.end());
}

File make_list(Rng& rng, uint32_t kind) {
  File list, packed;
  for (uint32_t n = rng.below(6); n--;) {
    const bool apart = one_in(rng, 3);
    if (kind == 1) {
      put_field(list, 1, File(rng.below(700), any_byte(rng)));
    } else if (kind == 2) {
      if (apart) put_varint(list, 1 << 3 | 5);
      for (int i = 0; i < 4; ++i) (apart ? list : packed).push_back(any_byte(rng));
    } else {
      if (apart) put_varint(list, 1 << 3);
      put_varint(apart ? list : packed, uint64_t{rng.bits()} << rng.below(33));
    }
  }
  if (kind != 1) put_field(list, 1, packed);
  return list;
}

File make(Rng& rng) {
  File features, record;
  for (uint32_t n = rng.below(5); n--;) {
    File feature, entry;
    for (uint32_t lists = 1 + rng.below(2); lists--;) {
      const uint32_t kind = 1 + rng.below(3);
      put_field(feature, kind, make_list(rng, kind));
    }
    put_field(entry, 1, File(1, static_cast<uint8_t>('a' + rng.below(3))));
    put_field(entry, 2, feature);
    put_field(features, 1, entry);
  }
  put_field(record, 1, features);
  return record;
}

const Target target(
    "tf_example",
    [](Input in, Rng&) {
      const RecordBytes bytes(in);
      Example example(bytes);
      const std::vector<std::string> names = {"a", "b", "longer", ""};
      std::vector<FeatureList> lists(names.size());
      try {
        example.find(names, lists.data());
        for (const FeatureList& list : lists) {
          if (list.count < 0 || list.count > bytes.size()) found("count", "%lld", static_cast<long long>(list.count));
          const auto count = static_cast<size_t>(list.count);
          if (list.kind == ListKind::ints) example.copy_ints(list, std::vector<int64_t>(count).data());
          if (list.kind == ListKind::floats) example.copy_floats(list, std::vector<float>(count).data());
          if (list.kind == ListKind::bytes && list.count) {
            bytes.copy(list.first, std::vector<uint8_t>(static_cast<size_t>(list.length)).data(), list.length);
          }
        }
      } catch (const RecordFault& fault) {
        check_fault(fault, bytes);
      }
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
