// See table.h.
#include "parquet/table.h"

#include <cstring>

#include "core/dispatch.h"
#include "core/error.h"
#include "parquet/unit.h"

namespace penstock::parquet {
namespace {

int64_t page_key(int64_t unit) { return 2 * unit; }
int64_t dictionary_key(int64_t chunk) { return 2 * chunk + 1; }

StoredUnit unit_at(const Dataset& data, int64_t number) { return data.blob(kUnits).at<StoredUnit>(number); }
StoredChunk chunk_at(const Dataset& data, int64_t number) { return data.blob(kChunks).at<StoredChunk>(number); }

// The number of the unit that has the row.
int64_t unit_of(const Dataset& data, int64_t file, size_t column, int64_t row) {
  const GrowingBuffer& begins = data.blob(kUnitBegins);
  const int64_t at = 1 + file * begins.at<int64_t>(0) + static_cast<int64_t>(column);
  int64_t begin = begins.at<int64_t>(at), end = begins.at<int64_t>(at + 1);
  while (end - begin > 1) {
    const int64_t middle = (begin + end) / 2;
    (unit_at(data, middle).row <= row ? begin : end) = middle;
  }
  return begin;
}

template <class From>
void copy_as(DType dtype, const uint8_t* from, int64_t count, void* to) {
  dispatch(dtype, [&](auto zero) {
    using To = decltype(zero);
    for (int64_t i = 0; i < count; ++i) {
      From value;
      std::memcpy(&value, from + i * static_cast<int64_t>(sizeof value), sizeof value);
      static_cast<To*>(to)[i] = convert<To>(value);
    }
  });
}

}  // namespace

void copy_number(double number, DType dtype, void* to) {
  copy_as<double>(dtype, reinterpret_cast<const uint8_t*>(&number), 1, to);
}

void Row::copy(DType dtype, void* to) const {
  const uint8_t* const from = values->bytes.data() + begin * width_of(values->type);
  switch (values->type) {
    case PhysicalType::int32:
      if (values->unsigned32) return copy_as<uint32_t>(dtype, from, count, to);
      return copy_as<int32_t>(dtype, from, count, to);
    case PhysicalType::int64: return copy_as<int64_t>(dtype, from, count, to);
    case PhysicalType::float32: return copy_as<float>(dtype, from, count, to);
    case PhysicalType::float64: return copy_as<double>(dtype, from, count, to);
    default: return copy_as<uint8_t>(dtype, from, count, to);
  }
}

// A dictionary counts as used after each of its pages. So it stays at least as long as they do, which hold it.
void Table::use_dictionary(int64_t number, const StoredChunk& chunk) const {
  if (chunk.dictionary >= 0) pages_.has(dictionary_key(number));
}

void Table::append_reads(const Dataset& data, int64_t file, size_t column, int64_t first, int64_t last,
                         std::vector<Extent>& to) const {
  for (int64_t row = first; row <= last;) {
    const int64_t number = unit_of(data, file, column, row);
    const StoredUnit unit = unit_at(data, number);
    const StoredChunk chunk = chunk_at(data, unit.chunk);
    row = unit.row + unit.rows;
    if (pages_.has(page_key(number))) {
      use_dictionary(unit.chunk, chunk);
      continue;
    }
    to.push_back({file, unit.begin, unit.end - unit.begin});
    // A list's unit has the dictionary, too.
    if (chunk.dictionary < 0 || chunk.repetitions || pages_.has(dictionary_key(unit.chunk))) continue;
    to.push_back({file, chunk.dictionary, chunk.dictionary_end - chunk.dictionary});
  }
}

Row RowCursor::at(int64_t row) {
  if (!values_ || row < unit_.row || row >= unit_.row + unit_.rows) {
    const int64_t number = unit_of(data_, file_, column_, row);
    unit_ = unit_at(data_, number);
    const StoredChunk chunk = chunk_at(data_, unit_.chunk);
    values_ = table_.pages_.get(page_key(number), [&] { return table_.unpack(data_, file_, unit_, chunk); });
    table_.use_dictionary(unit_.chunk, chunk);
  }
  Row found;
  found.values = values_;
  const auto place = static_cast<size_t>(row - unit_.row);
  found.begin = found.values->begins[place];
  found.count = found.values->begins[place + 1] - found.begin;
  found.list = found.values->list;
  found.null_within = found.values->nulls[place];
  return found;
}

PageCache::Values Table::unpack(const Dataset& data, int64_t file, const StoredUnit& unit,
                                const StoredChunk& chunk) const {
  const auto open = files_.get(data, file);
  PageCache::Values dictionary;
  if (chunk.dictionary >= 0) {
    const auto read = [&] { return read_chunk_dictionary(*open, chunk, max_unpacked_); };
    dictionary = pages_.get(dictionary_key(unit.chunk), read);
  }
  return read_unit(*open, unit, chunk, std::move(dictionary), max_unpacked_);
}

void bad_page(const std::string& column, const ParquetFault& fault) {
  throw Error(ErrorCode::BAD_SAMPLE, "Expected values of the column '" + column + "' but " + fault.what(),
              fault.limit
                  ? std::string("Raise ") + fault.limit +
                        " where the file comes from a source that you trust, or write smaller pages and row groups"
                  : "The file is damaged, or has changed since it was listed; onError 'skip' leaves the row out");
}

}  // namespace penstock::parquet
