// A value of a definition: one output of one call of an operator. It stands for data that exists only when the pipeline
// runs.
#pragma once
#include <memory>

namespace penstock {

class Pipeline;
namespace api {
class Recorder;
}

// The line of a call in the user's code, for errors. It is a default argument of every operator and is not given.
struct CallSite {
  const char* file = "";
  int line = 0;
  static constexpr CallSite Here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

// A handle: copies stand for the same value. It may outlive its pipeline; using it for another one is an error.
class Node {
 public:
  Node() = default;

  // Another output of the same call. Throws INVALID_ARGUMENT where the call has no such output.
  Node Output(int index) const;
  // The value in host memory, or in that of the GPU: this node where it is there already. Operators on a GPU also take
  // values in host memory, so Gpu() is only needed for outputs of the pipeline.
  Node Cpu(CallSite at = CallSite::Here()) const;
  Node Gpu(CallSite at = CallSite::Here()) const;

 private:
  friend class api::Recorder;
  Node(std::shared_ptr<api::Recorder> recorder, int id, int output)
      : recorder_(std::move(recorder)), id_(id), output_(output) {}

  std::shared_ptr<api::Recorder> recorder_;
  int id_ = -1, output_ = 0;
};

}  // namespace penstock
