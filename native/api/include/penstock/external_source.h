// Data that the user's code brings: the operator, and what Pipeline::SetExternalInput() takes.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "penstock/arguments.h"
#include "penstock/node.h"
#include "penstock/outputs.h"
#include "penstock/policies.h"
#include "penstock/types.h"

namespace penstock {

// One sample: dense, row-major elements in host memory. It does not own them.
struct InputTensor {
  const void* data = nullptr;
  std::vector<int64_t> shape;
  DType dtype = DType::uint8;
  std::string layout;  // "HWC"; empty: that of the operator

  InputTensor() = default;
  InputTensor(const void* data, std::vector<int64_t> shape, DType dtype, std::string layout = {})
      : data(data), shape(std::move(shape)), dtype(dtype), layout(std::move(layout)) {}
  template <class T>
  InputTensor(const T* data, std::vector<int64_t> shape, std::string layout = {})
      : InputTensor(static_cast<const void*>(data), std::move(shape), DTypeOf<T>::value, std::move(layout)) {}
};

namespace ops {

// Arguments of external_source.
struct ExternalSourceOptions {
  // ShareOutputs() waits for data that another thread sets. Without it, Run() without data fails with INPUT_MISSING.
  bool blocking = false;
  // Expected dtype, one for all outputs or one per output; other data is refused.
  Values<DType> dtype{};
  // Layout of samples that do not carry their own, one for all outputs or one per output.
  Values<std::string> layout{};
  // The name by which data is set; required.
  std::string name{};
  // Expected number of dimensions, one for all outputs or one per output.
  Values<int64_t> ndim{};
  // The data is not copied: it stays unchanged until the outputs made from it have been shared.
  bool no_copy = false;
  // Number of outputs, 1 to 999: Node::Output() gives the others.
  std::optional<int64_t> num_outputs{};
  // When no new data was set, the last data is used again.
  bool repeat_last = false;
};

// Brings data from user code into the graph: what SetExternalInput() is given under the name.
// Errors: INVALID_ARGUMENT; when the pipeline runs INVALID_INPUT for data that is not of the declared dtype, ndim or
// layout, and INPUT_MISSING.
Node external_source(Pipeline& pipeline, const ExternalSourceOptions& options, CallSite at = CallSite::Here());

}  // namespace ops
}  // namespace penstock
