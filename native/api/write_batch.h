// Writes a batch of a source into a slot, in the layout of abi.json's "arena"; src/data/write-batch.ts does so for
// JavaScript.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "api/slot.h"
#include "penstock/external_source.h"

namespace penstock::api {

struct SourceRecord {
  int64_t index = 0, ordinal = 0;
};

struct SourceOutput {
  std::vector<InputTensor> samples;
  bool elsewhere = false;  // the data is not copied: the slot refers to it
};

// `source`: the name of every sample. All outputs have one sample per record, and one dtype.
void write_batch(Slot& slot, int64_t batch, const std::vector<SourceRecord>& records, std::string_view source,
                 const std::vector<SourceOutput>& outputs);

int64_t bytes_of(const InputTensor& sample);

}  // namespace penstock::api
