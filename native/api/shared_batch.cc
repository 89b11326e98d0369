// See shared_batch.h; and the views themselves.
#include "api/shared_batch.h"

#include <cstring>

#include "api/convert.h"
#include "core/extents.h"
#include "gpu_host/copier.h"
#include "penstock/outputs.h"

namespace penstock {
namespace api {
namespace {

[[noreturn]] void out_of_range(const char* what, int value, int limit) {
  fail(ErrorCode::INVALID_ARGUMENT, "Expected %s from 0 to %d but received %d", what, limit - 1, value);
}

int device_of(const ArenaOutput& out) { return out.device > 0 ? out.device - 1 : -1; }

// Copies tensors one after the other to host memory.
void copy_out(const SharedBatch& batch, int output, int first, int count, void* to) {
  const int device = device_of(batch.info(output));
  auto* at = static_cast<uint8_t*>(to);
  std::vector<gpu::CopyPart> parts;
  for (int i = first; i < first + count; ++i) {
    const TensorView v = batch.tensor(output, i);
    const int64_t bytes = v.bytes();
    if (device >= 0 && bytes) {
      parts.push_back({at, v.data, bytes});
    } else if (bytes) {
      std::memcpy(at, v.data, static_cast<size_t>(bytes));
    }
    at += bytes;
  }
  if (parts.empty()) return;
  const std::shared_ptr<Slot> slot = batch.slot(output);
  gpu::read_device(*slot->side().device(), parts);
}

}  // namespace

void wrong_element(DType actual, const char* asked, int64_t) {
  throw PipelineError(
      {ErrorCode::INVALID_ARGUMENT,
       std::string("Expected data<T>() with the type of ") + dtype_name(actual) + " but received that of " + asked,
       "",
       "",
       "",
       {},
       "dtype() says what the output holds"});
}

std::shared_ptr<Slot> SharedBatch::slot_at(size_t mailbox) const {
  std::lock_guard lock(mutex_);
  if (items_.empty()) {
    throw Error(ErrorCode::OUTPUT_RELEASED, "An output was used after it was released",
                "Copy what is needed before ReleaseOutputs() and Close()");
  }
  return items_[mailbox].slot;
}

std::shared_ptr<Slot> SharedBatch::slot(int output) const {
  check_output(output);
  return slot_at(static_cast<size_t>(places->list[static_cast<size_t>(output)].mailbox));
}

void SharedBatch::check_sample(int sample) const {
  if (sample < 0 || sample >= count) out_of_range("a sample", sample, count);
}

void SharedBatch::check_output(int output) const {
  const auto outputs = static_cast<int>(places->list.size());
  if (output < 0 || output >= outputs) out_of_range("an output", output, outputs);
}

const ArenaOutput& SharedBatch::info(int output) const {
  const std::shared_ptr<Slot> own = slot(output);
  return arena_output(own->data(), places->list[static_cast<size_t>(output)].output);
}

TensorView SharedBatch::tensor(int output, int sample) const {
  const std::shared_ptr<Slot> own = slot(output);
  check_sample(sample);
  return arena_tensor(own->data(), places->list[static_cast<size_t>(output)].output, sample);
}

void SharedBatch::release() {
  std::lock_guard lock(mutex_);
  released_.store(true, std::memory_order_release);
  items_.clear();
}

}  // namespace api

using api::guarded;

// ---- Tensor ----

DType Tensor::dtype() const {
  return guarded([&] { return batch_->tensor(output_, sample_).dtype; });
}
std::string_view Tensor::layout() const {
  return guarded([&] { return std::string_view(batch_->info(output_).layout); });
}
std::vector<int64_t> Tensor::shape() const {
  return guarded([&] {
    const TensorView v = batch_->tensor(output_, sample_);
    return std::vector<int64_t>(v.shape.dim, v.shape.dim + v.shape.ndim);
  });
}
int64_t Tensor::size() const {
  return guarded([&] { return batch_->tensor(output_, sample_).shape.volume(); });
}
int64_t Tensor::bytes() const {
  return guarded([&] { return batch_->tensor(output_, sample_).bytes(); });
}
int Tensor::device() const {
  return guarded([&] { return api::device_of(batch_->info(output_)); });
}
const void* Tensor::raw_data() const {
  return guarded([&] { return static_cast<const void*>(batch_->tensor(output_, sample_).data); });
}
void Tensor::CopyTo(void* to) const {
  guarded([&] { api::copy_out(*batch_, output_, sample_, 1, to); });
}

// ---- TensorList ----

int TensorList::size() const {
  return guarded([&] {
    batch_->first();
    return batch_->count;
  });
}
Tensor TensorList::operator[](int sample) const {
  return guarded([&] {
    batch_->first();
    batch_->check_sample(sample);
    return Tensor(batch_, output_, sample);
  });
}
DType TensorList::dtype() const {
  return guarded([&] { return static_cast<DType>(batch_->info(output_).dtype); });
}
std::string_view TensorList::layout() const {
  return guarded([&] { return std::string_view(batch_->info(output_).layout); });
}
int TensorList::device() const {
  return guarded([&] { return api::device_of(batch_->info(output_)); });
}
bool TensorList::is_dense() const {
  return guarded([&] { return batch_->info(output_).dense != 0; });
}
int64_t TensorList::bytes() const {
  return guarded([&] {
    int64_t sum = 0;
    for (int i = 0; i < batch_->count; ++i) sum += batch_->tensor(output_, i).bytes();
    return sum;
  });
}
void TensorList::CopyTo(void* to) const {
  guarded([&] { api::copy_out(*batch_, output_, 0, batch_->count, to); });
}

// ---- Outputs ----

int Outputs::size() const { return static_cast<int>(batch_->places->list.size()); }
int Outputs::batch_size() const { return batch_->count; }
bool Outputs::end_of_epoch() const { return (batch_->flags & abi::batchFlags_endOfEpoch) != 0; }
bool Outputs::released() const { return batch_->released(); }
void Outputs::Release() { batch_->release(); }

TensorList Outputs::operator[](int output) const {
  return guarded([&] {
    batch_->check_output(output);
    return TensorList(batch_, output);
  });
}

TensorList Outputs::operator[](std::string_view name) const {
  return guarded([&] {
    const auto& list = batch_->places->list;
    std::string known;
    for (size_t o = 0; o < list.size(); ++o) {
      if (list[o].name == name) return TensorList(batch_, static_cast<int>(o));
      if (!list[o].name.empty()) known += (known.empty() ? "" : ", ") + list[o].name;
    }
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected the name of an output but received '" + std::string(name) + "'",
                known.empty() ? "SetOutputs() gives names" : "Outputs are: " + known);
  });
}

SampleSource Outputs::source(int sample) const {
  return guarded([&] {
    const std::shared_ptr<api::Slot> slot = batch_->first();
    batch_->check_sample(sample);
    const ArenaSample& row = arena_samples(slot->data())[sample];
    SampleSource out;
    out.index = row.index;
    out.epoch = row.epoch;
    out.source.assign(reinterpret_cast<const char*>(slot->data()) + row.source_offset,
                      static_cast<size_t>(row.source_length));
    out.padded = (row.flags & abi::sampleFlags_padded) != 0;
    out.invalid = (row.flags & abi::sampleFlags_invalid) != 0;
    return out;
  });
}

}  // namespace penstock
