// For a reader whose samples another stage makes: what it shares among threads learns where its samples lie.
#pragma once
#include <memory>

namespace penstock {

class Dataset;

// A reader's shared state (core/op.h) may be one. The program calls know() before its first batch.
class KnowsDataset {
 public:
  virtual void know(std::shared_ptr<const Dataset> data) = 0;

 protected:
  ~KnowsDataset() = default;
};

}  // namespace penstock
