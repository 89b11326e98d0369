// The result of a run of a pipeline: views of a batch that the pipeline lends. They are valid until the batch is
// released; a view that is used later throws OUTPUT_RELEASED. Views are cheap to copy, and do not keep the batch.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "penstock/types.h"

namespace penstock {

namespace api {
struct SharedBatch;
[[noreturn]] void wrong_element(DType actual, const char* asked, int64_t bytes);
}  // namespace api

// The dtype of a C++ type; float16 has none.
template <class T>
struct DTypeOf;
#define PENSTOCK_DTYPE(type, name)              \
  template <>                                   \
  struct DTypeOf<type> {                        \
    static constexpr DType value = DType::name; \
  };
PENSTOCK_DTYPE(uint8_t, uint8)
PENSTOCK_DTYPE(uint16_t, uint16)
PENSTOCK_DTYPE(uint32_t, uint32)
PENSTOCK_DTYPE(uint64_t, uint64)
PENSTOCK_DTYPE(int8_t, int8)
PENSTOCK_DTYPE(int16_t, int16)
PENSTOCK_DTYPE(int32_t, int32)
PENSTOCK_DTYPE(int64_t, int64)
PENSTOCK_DTYPE(float, float32)
PENSTOCK_DTYPE(double, float64)
PENSTOCK_DTYPE(bool, boolean)
#undef PENSTOCK_DTYPE

// Where a sample comes from.
struct SampleSource {
  int64_t index = 0;  // in the data set
  int epoch = 0;
  std::string source;    // path or name
  bool padded = false;   // it repeats another sample, to fill the last batch
  bool invalid = false;  // it could not be made, and its outputs are zeros (OnError::placeholder)
};

// One sample of one output. Its elements are dense and row-major.
class Tensor {
 public:
  DType dtype() const;
  std::string_view layout() const;  // "HWC", or empty where there is none
  std::vector<int64_t> shape() const;
  int64_t size() const;  // elements
  int64_t bytes() const;
  int device() const;  // the number of the GPU whose memory holds it; -1: host memory
  const void* raw_data() const;
  // The elements. Throws INVALID_ARGUMENT where T is not the dtype's type; float16 is read as uint16_t.
  template <class T>
  const T* data() const {
    const DType own = dtype();
    if (own != DTypeOf<T>::value && !(own == DType::float16 && DTypeOf<T>::value == DType::uint16)) {
      api::wrong_element(own, dtype_name(DTypeOf<T>::value), sizeof(T));
    }
    return static_cast<const T*>(raw_data());
  }
  // Copies the elements to host memory of `bytes()` bytes, from whichever memory they are in; blocks until they are
  // there.
  void CopyTo(void* to) const;

 private:
  friend class TensorList;
  Tensor(std::shared_ptr<api::SharedBatch> batch, int output, int sample)
      : batch_(std::move(batch)), output_(output), sample_(sample) {}
  std::shared_ptr<api::SharedBatch> batch_;
  int output_, sample_;
};

// One output: a tensor per sample.
class TensorList {
 public:
  int size() const;  // samples
  Tensor operator[](int sample) const;
  DType dtype() const;
  std::string_view layout() const;
  int device() const;
  // All samples have one shape and lie one after the other, so raw_data() of the first one is an array of them all.
  bool is_dense() const;
  int64_t bytes() const;  // of all samples
  // Copies all samples, one after the other, to host memory of bytes() bytes.
  void CopyTo(void* to) const;

 private:
  friend class Outputs;
  TensorList(std::shared_ptr<api::SharedBatch> batch, int output) : batch_(std::move(batch)), output_(output) {}
  std::shared_ptr<api::SharedBatch> batch_;
  int output_;
};

// A batch.
class Outputs {
 public:
  int size() const;        // outputs
  int batch_size() const;  // samples
  TensorList operator[](int output) const;
  // By the name that SetOutputs() gave. Throws INVALID_ARGUMENT where there is no such output.
  TensorList operator[](std::string_view name) const;
  SampleSource source(int sample) const;
  // An epoch ends with this batch (PipelineOptions::epoch_batches).
  bool end_of_epoch() const;

  bool released() const;
  // Gives the batch back before others that were shared earlier; ReleaseOutputs() then passes it over.
  void Release();

 private:
  friend class Pipeline;
  explicit Outputs(std::shared_ptr<api::SharedBatch> batch) : batch_(std::move(batch)) {}
  std::shared_ptr<api::SharedBatch> batch_;
};

}  // namespace penstock
