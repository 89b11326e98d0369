// readers.parquet on the CPU: finds the page of a row, unpacks it where it is not in memory, and copies the row's
// values.
#include <algorithm>
#include <cstring>
#include <vector>

#include "core/dispatch.h"
#include "core/op.h"
#include "dataset/dataset.h"
#include "dataset/open_files.h"
#include "dataset/sample_reads.h"
#include "generated/ops/readers_parquet.h"
#include "ops/readers_parquet/columns.h"
#include "ops/readers_parquet/page_cache.h"

namespace penstock::ops {
namespace {

using Args = ReadersParquetArgs;

constexpr int64_t kMostCached = int64_t{1} << 28;

int64_t page_key(int64_t unit) { return 2 * unit; }
int64_t dictionary_key(int64_t chunk) { return 2 * chunk + 1; }

struct Shared : SharedState, SampleReads {
  explicit Shared(const Args& args)
      : files(!args.dont_use_mmap), columns(parse_columns(args.columns)), pages(kMostCached) {}
  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const override;

  const OpenFiles files;
  const std::vector<ColumnSpec> columns;
  const PageCache pages;
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<Shared>(args); }

StoredUnit unit_at(const Dataset& data, int64_t number) { return data.blob(kUnits).at<StoredUnit>(number); }
StoredChunk chunk_at(const Dataset& data, int64_t number) { return data.blob(kChunks).at<StoredChunk>(number); }

// The number of the unit that has the row, in one of `columns` columns.
int64_t unit_of(const Dataset& data, size_t columns, int64_t file, size_t column, int64_t row) {
  const int64_t at = file * static_cast<int64_t>(columns) + static_cast<int64_t>(column);
  int64_t begin = data.blob(kUnitBegins).at<int64_t>(at), end = data.blob(kUnitBegins).at<int64_t>(at + 1);
  while (end - begin > 1) {
    const int64_t middle = (begin + end) / 2;
    (unit_at(data, middle).row <= row ? begin : end) = middle;
  }
  return begin;
}

void Shared::append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const {
  const Extent at = data.extent(sample);
  for (size_t column = 0; column < columns.size(); ++column) {
    const int64_t number = unit_of(data, columns.size(), at.file, column, at.offset);
    if (pages.has(page_key(number))) continue;
    const StoredUnit unit = unit_at(data, number);
    to.push_back({at.file, unit.begin, unit.end - unit.begin});
    const StoredChunk chunk = chunk_at(data, unit.chunk);
    // A list's unit has the dictionary, too.
    if (chunk.dictionary < 0 || chunk.repetitions || pages.has(dictionary_key(unit.chunk))) continue;
    to.push_back({at.file, chunk.dictionary, chunk.dictionary_end - chunk.dictionary});
  }
}

// The pages of the data set, unpacked where they are asked for.
class Pages {
 public:
  Pages(const Dataset& data, const Shared& shared) : data_(data), shared_(shared) {}

  // The values of the row in one column, and its place among them.
  PageCache::Values find(int64_t file, size_t column, int64_t row, int64_t& place) const {
    const int64_t number = unit_of(data_, shared_.columns.size(), file, column, row);
    const StoredUnit unit = unit_at(data_, number);
    place = row - unit.row;
    return shared_.pages.get(page_key(number), [&] { return unpack_unit(file, unit); });
  }

 private:
  PageCache::Values unpack_unit(int64_t file, const StoredUnit& unit) const {
    const StoredChunk chunk = chunk_at(data_, unit.chunk);
    const LeafColumn column = chunk.column();
    const auto open = shared_.files.get(data_, file);
    auto made = std::make_shared<ColumnValues>();
    made->type = column.type;
    made->list = column.repetitions > 0;
    made->unsigned32 = column.unsigned32;
    made->begins.push_back(0);
    if (chunk.dictionary >= 0) {
      made->dictionary =
          shared_.pages.get(dictionary_key(unit.chunk), [&] { return unpack_dictionary(*open, chunk, column); });
    }
    std::vector<uint8_t> stored = read(*open, unit.begin, unit.end);
    const auto size = static_cast<int64_t>(stored.size());
    bool needed = false;
    for (int64_t at = 0; at < size && made->rows() <= unit.rows;) {
      const PageHead page = parse_page_head(stored.data() + at, size - at);
      if (page.stored > size - at - page.head) throw ParquetFault("a page lies beyond its column");
      if (page.kind == PageKind::data || page.kind == PageKind::data_v2) {
        needed |= read_page(page, stored.data() + at + page.head, column, chunk.codec, *made);
      }
      at += page.head + page.stored;
    }
    // Moving it leaves texts where they are.
    if (needed) made->pages.push_back(std::move(stored));
    if (made->rows() == unit.rows) return made;
    throw ParquetFault("a column has " + std::to_string(made->rows()) + " rows in place of " +
                       std::to_string(unit.rows));
  }

  static PageCache::Values unpack_dictionary(const OpenFile& file, const StoredChunk& chunk, const LeafColumn& column) {
    // The dictionary is the first page of its chunk; the head says how long it is.
    const int64_t head_end = std::min(chunk.dictionary_end, chunk.dictionary + 256);
    std::vector<uint8_t> stored = read(file, chunk.dictionary, head_end);
    const PageHead page = parse_page_head(stored.data(), static_cast<int64_t>(stored.size()));
    if (page.head + page.stored > chunk.dictionary_end - chunk.dictionary)
      throw ParquetFault("a dictionary lies beyond its column");
    stored = read(file, chunk.dictionary + page.head, chunk.dictionary + page.head + page.stored);
    return read_dictionary(page, stored.data(), column, chunk.codec);
  }

  static std::vector<uint8_t> read(const OpenFile& file, int64_t begin, int64_t end) {
    file.check_range(begin, end - begin);
    std::vector<uint8_t> bytes(static_cast<size_t>(end - begin));
    if (end > begin) file.read(begin, bytes.data(), end - begin);
    return bytes;
  }

  const Dataset& data_;
  const Shared& shared_;
};

[[noreturn]] void bad_page(const std::string& column, const ParquetFault& fault) {
  throw Error(ErrorCode::BAD_SAMPLE, "Expected values of the column '" + column + "' but " + fault.what(),
              "The file is damaged, or has changed since it was listed; onError 'skip' leaves the row out");
}

// The values of one row in a column.
struct Row {
  PageCache::Values values;
  int64_t begin = 0, count = 0;
  bool list = false;

  bool missing() const { return !list && count == 0; }
};

Row find_row(const SampleBase& s, size_t column) {
  const auto& shared = s.shared<Shared>();
  const Dataset& data = s.dataset();
  const Dataset::Extent at = data.extent(s.sample->index);
  const ColumnSpec& spec = shared.columns[column];
  Row row;
  int64_t place = 0;
  try {
    row.values = Pages(data, shared).find(at.file, column, at.offset, place);
  } catch (const ParquetFault& fault) {
    bad_page(spec.name, fault);
  }
  row.begin = row.values->begins[static_cast<size_t>(place)];
  row.count = row.values->begins[static_cast<size_t>(place) + 1] - row.begin;
  row.list = row.values->list;
  const bool null = row.missing() || row.values->nulls[static_cast<size_t>(place)];
  if (null && (!spec.has_default || row.list)) {
    throw Error(
        ErrorCode::BAD_SAMPLE,
        "Expected a value in the column '" + spec.name + "' but it " +
            (row.list ? "has a null in its list" : "is null"),
        row.list ? "Write lists without nulls" : "Give it a default in columns; onError 'skip' leaves the row out");
  }
  return row;
}

OutSpec output_of(const ColumnSpec& spec, const Row& row) {
  if (row.list) return {spec.dtype, {}, {row.count}};
  if (!spec.text) return {spec.dtype, {}, {}};
  const size_t size =
      row.missing() ? spec.text_default.size() : row.values->texts[static_cast<size_t>(row.begin)].size();
  return {DType::uint8, {}, {static_cast<int64_t>(size)}};
}

void setup(const Args&, SampleSetup& s, NoState&) {
  const auto& columns = s.shared<Shared>().columns;
  for (size_t i = 0; i < columns.size(); ++i) s.out[i] = output_of(columns[i], find_row(s, i));
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

void copy_numbers(const Row& row, TensorView& out) {
  const uint8_t* const from = row.values->bytes.data() + row.begin * width_of(row.values->type);
  switch (row.values->type) {
    case PhysicalType::int32:
      if (row.values->unsigned32) return copy_as<uint32_t>(out.dtype, from, row.count, out.data);
      return copy_as<int32_t>(out.dtype, from, row.count, out.data);
    case PhysicalType::int64: return copy_as<int64_t>(out.dtype, from, row.count, out.data);
    case PhysicalType::float32: return copy_as<float>(out.dtype, from, row.count, out.data);
    case PhysicalType::float64: return copy_as<double>(out.dtype, from, row.count, out.data);
    default: return copy_as<uint8_t>(out.dtype, from, row.count, out.data);
  }
}

void copy_row(const ColumnSpec& spec, const Row& row, TensorView& out) {
  if (spec.text) {
    const std::string_view text =
        row.missing() ? std::string_view(spec.text_default) : row.values->texts[static_cast<size_t>(row.begin)];
    if (!text.empty()) std::memcpy(out.data, text.data(), text.size());
  } else if (row.missing()) {
    copy_as<double>(out.dtype, reinterpret_cast<const uint8_t*>(&spec.number_default), 1, out.data);
  } else {
    copy_numbers(row, out);
  }
}

void run(const Args&, SampleRun& s, NoState&) {
  const auto& columns = s.shared<Shared>().columns;
  for (size_t i = 0; i < columns.size(); ++i) {
    const Row row = find_row(s, i);
    // A file may change between setup() and run(); memory is as setup() has seen it.
    if (output_of(columns[i], row).shape != s.out[i].shape) {
      bad_page(columns[i].name, ParquetFault("it has changed while it was read"));
    }
    copy_row(columns[i], row, s.out[i]);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_parquet, ReadersParquetArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
