// readers.parquet on the CPU: copies the values of a row.
#include <cstring>
#include <vector>

#include "core/op.h"
#include "dataset/order/sample_reads.h"
#include "dataset/set/dataset.h"
#include "generated/ops/readers_parquet.h"
#include "ops/readers_parquet/columns.h"
#include "parquet/table.h"

namespace penstock::ops {
namespace {

using Args = ReadersParquetArgs;
using parquet::ParquetFault;
using parquet::Row;

struct Shared : SharedState, SampleReads {
  explicit Shared(const Args& args)
      : columns(parse_columns(args.columns)),
        table(!args.dont_use_mmap, columns.size(), parquet::limit_of(args.max_unpacked_bytes), args.page_cache_bytes) {}
  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const override {
    const Extent at = data.extent(sample);
    for (size_t column = 0; column < columns.size(); ++column) {
      table.append_reads(data, at.file, column, at.offset, at.offset, to);
    }
  }

  const std::vector<ColumnSpec> columns;
  const parquet::Table table;
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<Shared>(args); }

Row find_row(const SampleBase& s, size_t column) {
  const auto& shared = s.shared<Shared>();
  const Dataset::Extent at = s.dataset().extent(s.sample->index);
  const ColumnSpec& spec = shared.columns[column];
  Row row;
  try {
    row = parquet::RowCursor(shared.table, s.dataset(), at.file, column).at(at.offset);
  } catch (const ParquetFault& fault) {
    parquet::bad_page(spec.name, fault);
  }
  const bool null = row.missing() || row.null_within;
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
  const size_t size = row.missing() ? spec.text_default.size() : row.text().size();
  return {DType::uint8, {}, {static_cast<int64_t>(size)}};
}

void setup(const Args&, SampleSetup& s, NoState&) {
  const auto& columns = s.shared<Shared>().columns;
  for (size_t i = 0; i < columns.size(); ++i) s.out[i] = output_of(columns[i], find_row(s, i));
}

void copy_row(const ColumnSpec& spec, const Row& row, TensorView& out) {
  if (spec.text) {
    const std::string_view text = row.missing() ? std::string_view(spec.text_default) : row.text();
    if (!text.empty()) std::memcpy(out.data, text.data(), text.size());
  } else if (row.missing()) {
    parquet::copy_number(spec.number_default, out.dtype, out.data);
  } else {
    row.copy(out.dtype, out.data);
  }
}

void run(const Args&, SampleRun& s, NoState&) {
  const auto& columns = s.shared<Shared>().columns;
  for (size_t i = 0; i < columns.size(); ++i) {
    const Row row = find_row(s, i);
    // A file may change between setup() and run(); memory is as setup() has seen it.
    if (output_of(columns[i], row).shape != s.out[i].shape) {
      parquet::bad_page(columns[i].name, ParquetFault("it has changed while it was read"));
    }
    copy_row(columns[i], row, s.out[i]);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_parquet, ReadersParquetArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
