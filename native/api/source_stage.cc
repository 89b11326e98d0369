// An external source. See stage.h.
#include <algorithm>
#include <cctype>

#include "api/convert.h"
#include "api/stage.h"
#include "api/write_batch.h"
#include "program/sample_error.h"

namespace penstock::api {
namespace {

std::optional<DType> dtype_of(const std::string& name) {
  for (int i = 0; i < kNumDTypes; ++i) {
    if (name == kDTypeNames[i]) return static_cast<DType>(i);
  }
  return std::nullopt;
}

std::string shape_text(const std::vector<int64_t>& shape) {
  std::string text;
  for (const int64_t n : shape) text += (text.empty() ? "" : ",") + std::to_string(n);
  return "[" + text + "]";
}

}  // namespace

SourceStage::SourceStage(const StageContext& context, const Json& plan) : Stage(context, plan.at("name")) {
  blocking_ = plan.value("blocking", false);
  no_copy_ = plan.value("noCopy", false);
  repeat_last_ = plan.value("repeatLast", false);
  const Json per_output = plan.value("perOutput", Json::array());
  for (int o = 0; o < plan.at("numOutputs").get<int>(); ++o) {
    // A plan of JavaScript says what holds for all outputs in the stage itself.
    const Json& one = per_output.empty() ? plan : per_output.at(static_cast<size_t>(o));
    Declared& d = declared_.emplace_back();
    d.dtype = dtype_of(one.value("dtype", ""));
    if (const int64_t ndim = one.value("ndim", int64_t{-1}); ndim >= 0) d.ndim = ndim;
    d.layout = one.value("layout", "");
  }
}

void SourceStage::refuse(const std::string& message) const {
  throw SampleError(Error(ErrorCode::INVALID_INPUT, message + " (" + name_ + ")"), "externalSource", "", -1, "");
}

InputTensor SourceStage::checked(const InputTensor& sample, const Declared& declared) const {
  if (declared.dtype && *declared.dtype != sample.dtype) {
    refuse(std::string("Expected ") + dtype_name(*declared.dtype) + " but received " + dtype_name(sample.dtype));
  }
  if (sample.shape.size() > abi::maxDims) {
    refuse("Expected at most " + std::to_string(abi::maxDims) + " dimensions for shape but received " +
           std::to_string(sample.shape.size()));
  }
  int64_t bytes = dtype_size(sample.dtype);
  for (const int64_t extent : sample.shape) {
    const bool fits = extent >= 0 && extent <= abi::maxExtent;
    if (!fits || __builtin_mul_overflow(bytes, std::max<int64_t>(1, extent), &bytes) || bytes > abi::maxTensorBytes) {
      refuse("Expected extents from 0 to " + std::to_string(abi::maxExtent) + ", of at most " +
             std::to_string(abi::maxTensorBytes) + " bytes, for shape but received " + shape_text(sample.shape));
    }
  }
  if (declared.ndim && *declared.ndim != static_cast<int64_t>(sample.shape.size())) {
    refuse("Expected " + std::to_string(*declared.ndim) + " dimensions but received " +
           std::to_string(sample.shape.size()));
  }
  const auto letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '*'; };
  if (sample.layout.size() > 7 || !std::all_of(sample.layout.begin(), sample.layout.end(), letter)) {
    refuse("Expected axis names (up to 7 letters, such as 'HWC') for layout but received '" + sample.layout + "'");
  }
  if (!sample.layout.empty() && sample.layout.size() != sample.shape.size()) {
    refuse("Expected a layout of " + std::to_string(sample.shape.size()) + " letters but received '" + sample.layout +
           "'");
  }
  if (!sample.data && bytes_of(sample)) refuse("Expected data but received a null pointer");
  InputTensor out = sample;
  if (out.layout.empty() && declared.layout.size() == out.shape.size()) out.layout = declared.layout;
  return out;
}

std::vector<std::vector<InputTensor>> SourceStage::checked(const std::vector<std::vector<InputTensor>>& outputs) const {
  if (outputs.size() != declared_.size()) {
    refuse("Expected samples for " + std::to_string(declared_.size()) + " outputs but received them for " +
           std::to_string(outputs.size()));
  }
  std::vector<std::vector<InputTensor>> out(outputs.size());
  for (size_t o = 0; o < outputs.size(); ++o) {
    if (outputs[o].size() != outputs[0].size()) refuse("Expected outputs with equal numbers of samples");
    if (outputs[o].size() > static_cast<size_t>(context_.batch_size)) {
      refuse("Expected at most batch_size = " + std::to_string(context_.batch_size) + " samples but received " +
             std::to_string(outputs[o].size()));
    }
    for (const InputTensor& sample : outputs[o]) {
      out[o].push_back(checked(sample, declared_[o]));
      if (sample.dtype == outputs[o].front().dtype) continue;
      refuse(std::string("Expected all samples of a batch to have dtype ") + dtype_name(outputs[o].front().dtype) +
             " but received " + dtype_name(sample.dtype));
    }
  }
  return out;
}

void SourceStage::set(const std::vector<std::vector<InputTensor>>& outputs) {
  auto columns = checked(outputs);
  std::lock_guard lock(mutex_);
  std::vector<SourceRecord> records(columns.empty() ? 0 : columns.front().size());
  for (size_t i = 0; i < records.size(); ++i) {
    const int64_t at = position_ + static_cast<int64_t>(i);
    records[i] = {at, at + 1};
  }
  std::vector<SourceOutput> written;
  for (auto& column : columns) written.push_back({std::move(column), no_copy_});
  std::shared_ptr<Slot> slot = pool_->take();
  write_batch(*slot, fed_, records, name_, written);
  position_ += static_cast<int64_t>(records.size());
  ++fed_;
  if (repeat_last_) last_ = slot;
  context_.exchange.push(ends_, {std::move(slot), nullptr});
}

void SourceStage::expect(int64_t run) {
  std::lock_guard lock(mutex_);
  if (fed_ > run || blocking_) return;
  if (!last_) {
    throw Error(ErrorCode::INPUT_MISSING, "Expected data for input '" + name_ + "' but none was set",
                "Call SetExternalInput(\"" + name_ + "\", data) before Run()");
  }
  // The samples have new numbers, so that they draw new random numbers.
  const int outputs = static_cast<int>(last_->header().num_outputs);
  const int count = static_cast<int>(last_->header().batch_size);
  std::vector<SourceOutput> written(static_cast<size_t>(outputs));
  for (int o = 0; o < outputs; ++o) {
    written[static_cast<size_t>(o)].elsewhere = no_copy_;
    for (int i = 0; i < count; ++i) {
      const TensorView v = arena_tensor(last_->data(), o, i);
      written[static_cast<size_t>(o)].samples.emplace_back(
          v.data, std::vector<int64_t>(v.shape.dim, v.shape.dim + v.shape.ndim), v.dtype, std::string(v.layout.view()));
    }
  }
  std::vector<SourceRecord> records(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) records[static_cast<size_t>(i)] = {position_ + i, position_ + i + 1};
  std::shared_ptr<Slot> slot = pool_->take();
  write_batch(*slot, fed_, records, name_, written);
  position_ += count;
  ++fed_;
  context_.exchange.push(ends_, {std::move(slot), nullptr});
}

}  // namespace penstock::api
