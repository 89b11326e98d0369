// Builds the data set of a program of readers, whose description is JSON.
#pragma once
#include <atomic>
#include <memory>
#include <string>

#include "dataset/set/dataset.h"
#include "dataset/set/progress.h"

namespace penstock {

// The program's operators are readers, with the arguments for index(): one, or with `joined`, several, whose data sets
// become one.
std::shared_ptr<Dataset> index_program(const std::string& json, const std::atomic<bool>& cancelled,
                                       const std::shared_ptr<IndexProgress>& progress);

}  // namespace penstock
