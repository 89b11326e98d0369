// The columns of MDS shards: which of them are outputs, how their values are stored, and where they lie in a sample.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/record_source.h"
#include "core/tensor.h"

namespace penstock::ops {

// What is wrong with a shard or a sample.
struct MdsFault : std::runtime_error {
  explicit MdsFault(const std::string& what, const char* limit = nullptr) : std::runtime_error(what), limit(limit) {}
  const char* limit;  // the argument of the reader that refuses it, where the file may be sound
};

// An entry of the argument `columns`.
struct MdsOutput {
  std::string name;
  DType dtype = DType::uint8;
  bool text = false;  // dtype 'string'
};

enum class MdsKind : int64_t {
  bytes,   // bytes of a text or of an image file
  scalar,  // one number
  array,   // ndarray, with dtype and shape in front of it where the encoding does not have them
  image,   // pil: width, height and mode, then the pixels
  digits,  // one number as text
};

// How a column is stored. It lies in the data set's blobs, whose bytes the fingerprint takes, so all fields are 8
// bytes.
struct MdsColumn {
  static constexpr int64_t kAny = -1;

  int64_t output = kAny;  // which output takes it; kAny for none
  int64_t size = kAny;    // of each value; kAny where each sample has its own
  MdsKind kind = MdsKind::bytes;
  int64_t dtype = kAny;  // DType of the numbers; kAny where each array has its own
  int64_t ndim = kAny;   // kAny where each array has its own shape
  int64_t dim[abi::maxDims] = {};

  bool operator==(const MdsColumn& other) const;
};

// Reads an encoding of index.json, without `output`. Throws MdsFault with what it is instead of one that is read:
// "'pkl', which runs code of whoever has written it".
MdsColumn parse_encoding(std::string_view text);

// Whether values of an encoding are the bytes of pictures.
bool holds_picture(std::string_view encoding);

// The bytes of a value in its sample.
struct MdsPart {
  int64_t begin = 0, size = 0;
};

// Finds the values of the columns in a sample: its head has the sizes of those that differ. `parts` gets one for each
// column. Throws MdsFault where they are not all of the sample.
void find_parts(const std::vector<MdsColumn>& columns, const RecordSource& sample, std::vector<MdsPart>& parts);

// A value as an output has it, and where its elements begin in the sample.
struct MdsValue {
  Shape shape;
  int64_t begin = 0;
};

// The value of a column that is no `digits`. Throws MdsFault where it is not what the output or the encoding says.
MdsValue value_of(const MdsColumn& column, const MdsOutput& output, const RecordSource& sample, MdsPart part);

// The dtypes of numbers by MosaicML's words for them.
std::optional<DType> dtype_of_word(std::string_view word);
const char* dtype_word(DType dtype);

}  // namespace penstock::ops
