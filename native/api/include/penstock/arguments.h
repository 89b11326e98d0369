// The types of operators' arguments: a list, a value or a list that may differ by sample, each of which may be absent.
// A constant value is a std::optional.
#pragma once
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "penstock/node.h"

namespace penstock {

// A list of values, {224, 224}, or a single one in its place.
template <class T>
class Values {
 public:
  Values() = default;
  Values(std::vector<T> list) : list_(std::move(list)) {}
  Values(std::initializer_list<T> list) : list_(std::vector<T>(list)) {}
  template <class U, std::enable_if_t<std::is_constructible_v<T, const U&>, int> = 0>
  Values(std::initializer_list<U> list) : list_(converted(list)) {}
  template <class U, std::enable_if_t<std::is_constructible_v<T, const U&> && !std::is_base_of_v<Node, U>, int> = 0>
  Values(const U& one) : list_(std::vector<T>{T(one)}) {}

  const std::optional<std::vector<T>>& list() const { return list_; }

 private:
  template <class U>
  static std::vector<T> converted(std::initializer_list<U> from) {
    std::vector<T> list;
    list.reserve(from.size());
    for (const U& one : from) list.push_back(static_cast<T>(one));
    return list;
  }
  std::optional<std::vector<T>> list_;
};

// A value that is the same for all samples, or a node with one for each.
template <class T>
class PerSample {
 public:
  PerSample() = default;
  PerSample(Node node) : node_(std::move(node)) {}
  template <class U, std::enable_if_t<std::is_convertible_v<U, T>, int> = 0>
  PerSample(U value) : value_(static_cast<T>(value)) {}

  const std::optional<T>& value() const { return value_; }
  const std::optional<Node>& node() const { return node_; }

 private:
  std::optional<T> value_;
  std::optional<Node> node_;
};

// A list that is the same for all samples, or a node with one for each.
template <class T>
class PerSampleValues : public Values<T> {
 public:
  using Values<T>::Values;
  PerSampleValues(Node node) : node_(std::move(node)) {}

  const std::optional<Node>& node() const { return node_; }

 private:
  std::optional<Node> node_;
};

}  // namespace penstock
