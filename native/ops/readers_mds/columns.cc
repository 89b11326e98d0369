// See columns.h. The encodings are those of MosaicML's document "Dataset format: MDS".
#include "ops/readers_mds/columns.h"

#include <algorithm>
#include <cstring>

namespace penstock::ops {
namespace {

struct Named {
  const char* name;
  DType dtype;
  int code;  // that of ndarray
};
constexpr Named kTypes[] = {
    {"uint8", DType::uint8, 8},  {"int8", DType::int8, 9},        {"uint16", DType::uint16, 16},
    {"int16", DType::int16, 17}, {"float16", DType::float16, 18}, {"uint32", DType::uint32, 32},
    {"int32", DType::int32, 33}, {"float32", DType::float32, 34}, {"uint64", DType::uint64, 64},
    {"int64", DType::int64, 65}, {"float64", DType::float64, 66},
};

const Named* type_of(std::string_view name) {
  const auto found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const Named& t) { return name == t.name; });
  return found == std::end(kTypes) ? nullptr : found;
}

MdsColumn scalar_of(MdsKind kind, DType dtype) {
  MdsColumn column;
  column.kind = kind;
  column.dtype = static_cast<int64_t>(dtype);
  if (kind == MdsKind::scalar) column.size = dtype_size(dtype);
  return column;
}

[[noreturn]] void no_encoding(std::string_view text) {
  throw MdsFault("'" + std::string(text.substr(0, 100)) + "', which is no encoding that is read");
}

// The dimensions of "3,224,224". Their product stays in bounds.
void parse_shape(std::string_view text, std::string_view encoding, MdsColumn& column) {
  column.ndim = 0;
  int64_t volume = 1;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    int64_t value = 0;
    for (size_t i = begin; i < end && value <= abi::maxExtent; ++i) {
      if (text[i] < '0' || text[i] > '9') no_encoding(encoding);
      value = value * 10 + (text[i] - '0');
    }
    begin = end + 1;
    if (value < 1 || value > abi::maxExtent || volume > abi::maxExtent / value) no_encoding(encoding);
    if (column.ndim == abi::maxDims - 1) {
      throw MdsFault("'" + std::string(encoding.substr(0, 100)) + "', whose arrays have more than " +
                     std::to_string(abi::maxDims - 1) + " dimensions");
    }
    volume *= value;
    column.dim[column.ndim++] = value;
  }
  column.size = volume * dtype_size(static_cast<DType>(column.dtype));
}

MdsColumn array_of(std::string_view config, std::string_view encoding) {
  MdsColumn column;
  column.kind = MdsKind::array;
  if (config.empty()) return column;
  const size_t colon = std::min(config.find(':'), config.size());
  const Named* const type = type_of(config.substr(0, colon));
  if (!type) no_encoding(encoding);
  column.dtype = static_cast<int64_t>(type->dtype);
  if (colon < config.size()) parse_shape(config.substr(colon + 1), encoding, column);
  return column;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

uint64_t number_at(const RecordSource& sample, int64_t at, int bytes) {
  uint8_t stored[8];
  sample.copy(at, stored, bytes);
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= static_cast<uint64_t>(stored[i]) << (8 * i);
  return value;
}

// Takes what stands in front of the elements of an array.
struct Head {
  const RecordSource& sample;
  int64_t at, end;

  uint64_t take(int bytes) {
    if (bytes > end - at) throw MdsFault("an array ends within its dtype and shape");
    at += bytes;
    return number_at(sample, at - bytes, bytes);
  }
};

void check_dtype(DType stored, const MdsOutput& output) {
  if (stored == output.dtype) return;
  throw MdsFault(std::string("it is an array of ") + dtype_word(stored) + ", and columns says " +
                 dtype_word(output.dtype));
}

MdsValue array_value(const MdsColumn& column, const MdsOutput& output, const RecordSource& sample, MdsPart part) {
  Head head{sample, part.begin, part.begin + part.size};
  if (column.dtype == MdsColumn::kAny) {
    const uint64_t code = head.take(1);
    const auto type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                   [&](const Named& t) { return code == static_cast<uint64_t>(t.code); });
    if (type == std::end(kTypes)) throw MdsFault("an array has no dtype that is known");
    check_dtype(type->dtype, output);
  }
  MdsValue value;
  if (column.ndim == MdsColumn::kAny) {
    const uint64_t word = head.take(1);
    const int ndim = static_cast<int>(word >> 2), bytes = 1 << (word & 3);
    if (ndim < 1 || ndim >= abi::maxDims) {
      throw MdsFault("it is an array of " + std::to_string(ndim) + " dimensions, and a sample has 1 to " +
                     std::to_string(abi::maxDims - 1));
    }
    for (int i = 0; i < ndim; ++i) {
      const uint64_t extent = head.take(bytes);
      if (extent > static_cast<uint64_t>(abi::maxExtent)) throw MdsFault("an array is larger than its bytes");
      value.shape.dim[value.shape.ndim++] = static_cast<int64_t>(extent);
    }
  } else {
    for (int64_t i = 0; i < column.ndim; ++i) value.shape.dim[value.shape.ndim++] = column.dim[i];
  }
  const int64_t left = head.end - head.at;
  int64_t bytes = dtype_size(output.dtype);
  for (int i = 0; i < value.shape.ndim; ++i) {
    const int64_t extent = value.shape.dim[i];
    if (extent > 0 && bytes > left / extent) throw MdsFault("an array is larger than its bytes");
    bytes *= extent;
  }
  if (bytes != left) throw MdsFault("an array is smaller than its bytes");
  value.begin = head.at;
  return value;
}

MdsValue image_value(const RecordSource& sample, MdsPart part) {
  constexpr int kHead = 12;
  if (part.size < kHead) throw MdsFault("an image ends within its size");
  const auto width = static_cast<int64_t>(number_at(sample, part.begin, 4)),
             height = static_cast<int64_t>(number_at(sample, part.begin + 4, 4)),
             letters = static_cast<int64_t>(number_at(sample, part.begin + 8, 4));
  char mode[5] = {};
  if (letters < 1 || letters > 4 || letters > part.size - kHead) throw MdsFault("an image has a mode that is not read");
  sample.copy(part.begin + kHead, reinterpret_cast<uint8_t*>(mode), letters);
  const std::string_view name(mode);
  const int64_t channels = name == "L" ? 1 : name == "RGB" ? 3 : name == "RGBA" ? 4 : 0;
  if (!channels) throw MdsFault("an image has a mode that is not read; L, RGB and RGBA are");
  const int64_t left = part.size - kHead - letters;
  if (width > abi::maxExtent || height > abi::maxExtent || (width && height > left / channels / width) ||
      width * height * channels != left) {
    throw MdsFault("an image has other bytes than its size says");
  }
  return {{height, width, channels}, part.begin + kHead + letters};
}

}  // namespace

bool MdsColumn::operator==(const MdsColumn& other) const {
  return output == other.output && size == other.size && kind == other.kind && dtype == other.dtype &&
         ndim == other.ndim && std::equal(std::begin(dim), std::end(dim), std::begin(other.dim));
}

std::optional<DType> dtype_of_word(std::string_view word) {
  const Named* const type = type_of(word);
  return type ? std::optional(type->dtype) : std::nullopt;
}

const char* dtype_word(DType dtype) {
  const auto found =
      std::find_if(std::begin(kTypes), std::end(kTypes), [&](const Named& t) { return t.dtype == dtype; });
  return found == std::end(kTypes) ? "another dtype" : found->name;
}

MdsColumn parse_encoding(std::string_view text) {
  const size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon), config = text.substr(std::min(colon + 1, text.size()));
  if (is_one_of(name, {"bytes", "str", "json", "jpeg", "png"})) return {};
  if (name == "ndarray") return array_of(config, text);
  if (name == "pil") return scalar_of(MdsKind::image, DType::uint8);
  if (name == "int") return scalar_of(MdsKind::scalar, DType::int64);
  if (name == "str_int") return scalar_of(MdsKind::digits, DType::int64);
  if (is_one_of(name, {"str_float", "str_decimal"})) return scalar_of(MdsKind::digits, DType::float64);
  if (const Named* const type = type_of(name)) return scalar_of(MdsKind::scalar, type->dtype);
  if (name == "pkl") throw MdsFault("'pkl', which runs code of whoever has written it");
  if (is_one_of(name, {"jpeg_array", "jpegarray", "jpegs"}) || name.substr(0, 5) == "list[") {
    throw MdsFault("'" + std::string(text.substr(0, 100)) +
                   "', whose values are lists; an output has one for each sample");
  }
  no_encoding(text);
}

bool holds_picture(std::string_view encoding) {
  return is_one_of(encoding.substr(0, encoding.find(':')), {"jpeg", "png"});
}

void find_parts(const std::vector<MdsColumn>& columns, const RecordSource& sample, std::vector<MdsPart>& parts) {
  const auto own = std::count_if(columns.begin(), columns.end(), [](const MdsColumn& c) { return c.size < 0; });
  int64_t at = 4 * static_cast<int64_t>(own), word = 0;
  if (at > sample.size()) throw MdsFault("the sample ends within the sizes of its columns");
  parts.resize(columns.size());
  for (size_t i = 0; i < columns.size(); ++i) {
    int64_t size = columns[i].size;
    if (size < 0) {
      size = static_cast<int64_t>(number_at(sample, word, 4));
      word += 4;
    }
    if (size > sample.size() - at) throw MdsFault("the sample's columns are larger than the sample");
    parts[i] = {at, size};
    at += size;
  }
  if (at != sample.size()) throw MdsFault("the sample is larger than its columns");
}

MdsValue value_of(const MdsColumn& column, const MdsOutput& output, const RecordSource& sample, MdsPart part) {
  if (output.text) return {{part.size}, part.begin};
  switch (column.kind) {
    case MdsKind::array: return array_value(column, output, sample, part);
    case MdsKind::image: return image_value(sample, part);
    default: return {{}, part.begin};
  }
}

}  // namespace penstock::ops
