// One call of an operator while it is being put together: what the functions of penstock/ops.h pass on.
#pragma once
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "api/recorder.h"
#include "penstock/arguments.h"
#include "penstock/policies.h"
#include "penstock/types.h"

namespace penstock::api {

using Names = const char* const*;

inline Json to_json(DType v, Names) { return dtype_name(v); }
inline Json to_json(ImageType v, Names) { return kImageTypeNames[static_cast<int>(v)]; }
inline Json to_json(Interp v, Names) { return kInterpNames[static_cast<int>(v)]; }
// `names`: of the values of an enum of one operator.
template <class T>
Json to_json(const T& v, Names names) {
  if constexpr (std::is_enum_v<T>) {
    return names[static_cast<int>(v)];
  } else {
    return v;
  }
}

// The inputs of a call whose last one may be repeated.
std::vector<Node> joined(std::initializer_list<Node> first, const std::vector<Node>& rest);
// All outputs of the call that `node` is an output of.
std::vector<Node> all_outputs(const Node& node);

class Call {
 public:
  Call(const char* op, CallSite at, Pipeline& pipeline);
  Call(const char* op, CallSite at, std::initializer_list<Node> inputs);
  Call(const char* op, CallSite at, const std::vector<Node>& inputs);

  template <class T>
  void arg(const char* name, const std::optional<T>& value, Names names = nullptr) {
    if (value) node_.args[name] = to_json(*value, names);
  }
  template <class T>
  void arg(const char* name, const Values<T>& value, Names names = nullptr) {
    if (!value.list()) return;
    Json& list = node_.args[name] = Json::array();
    for (const auto& one : *value.list()) list.push_back(to_json(static_cast<T>(one), names));
  }
  template <class T>
  void arg(const char* name, const PerSample<T>& value, Names names = nullptr) {
    arg(name, value.value(), names);
    from(name, value.node());
  }
  template <class T>
  void arg(const char* name, const PerSampleValues<T>& value, Names names = nullptr) {
    arg(name, static_cast<const Values<T>&>(value), names);
    from(name, value.node());
  }
  void set(const char* name, Json value) { node_.args[name] = std::move(value); }

  void name(const std::string& name) { node_.name = name; }
  void device(const std::optional<Device>& device) { device_ = device; }
  void seed(const std::optional<int64_t>& seed);
  void on_error(const std::optional<OnError>& on_error) { node_.on_error = on_error; }
  void hint(const std::optional<int64_t>& bytes);

  // Records the call. Throws a PipelineError.
  Node make();

 private:
  void from(const char* name, const std::optional<Node>& node);

  std::shared_ptr<Recorder> recorder_;
  GraphNode node_;
  std::optional<Device> device_;
  std::vector<Node> inputs_;
  std::vector<std::pair<std::string, Node>> arg_inputs_;
};

}  // namespace penstock::api
