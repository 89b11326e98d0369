// Unpacks pages: levels and values, in every version and encoding that is read.
#pragma once
#include <cstdint>
#include <memory>

#include "parquet/page_head.h"
#include "parquet/values.h"

namespace penstock::parquet {

// Reads the dictionary of a chunk out of its page. Throws ParquetFault.
std::shared_ptr<ColumnValues> read_dictionary(const PageHead& page, const uint8_t* stored, const LeafColumn& column,
                                              Codec codec, Allowance left);

// Appends the rows of a data page to `to`, whose type, dictionary and begins (one 0 at first) are set. Returns
// true when texts lie in `stored`, which then must live as long as `to`: those of a page that is not compressed. `left`
// is charged with the memory that the rows take. Throws ParquetFault.
bool read_page(const PageHead& page, const uint8_t* stored, const LeafColumn& column, Codec codec, Allowance& left,
               ColumnValues& to);

}  // namespace penstock::parquet
