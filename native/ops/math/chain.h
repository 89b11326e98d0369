// Element-wise operations one after another: what math (a chain of one) and mathChain share. The first operation takes
// the inputs, broadcast; each later one takes what the one before it gave, and constants. A chain is planned for the
// dtypes of its inputs, by each thread once, and runs block by block, so that what lies between two operations never
// leaves the L1 cache.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/op.h"
#include "ops/math/broadcast.h"
#include "ops/math/loops.h"

namespace penstock::ops::math {

class Chain : public ThreadLocalState {
 public:
  // Was it planned for inputs of these dtypes?
  bool planned_for(const SampleBase&) const;
  // `constants` are those of all operations, one after another: empty for the inputs, and for the result so far. Throws
  // as each operation would alone, with its number as the error's part.
  void plan(const Operation* operations, int count, const ArgList<std::string_view>& constants, const SampleBase&);

  OutSpec describe(const SampleBase&) const;
  // Throws INVALID_INPUT where an integer is divided by 0, for the first operation that does so.
  void run(SampleRun&) const;

 private:
  struct Constant {
    DType dtype = {}, load = {};
    uint64_t bytes = 0;
  };
  struct Operand {
    DType dtype = {}, load = {};  // what it has, and what it is promoted to for the kernel
    Loader promote = nullptr;     // null where there is nothing to do
    int input = -1;               // of the sample; otherwise
    int constant = -1;            // in constants_; otherwise it is the result so far
  };
  struct Step {
    Operation operation = {};
    int count = 0;
    Operand operands[kMaxOperands];  // in the kernel's order
    Kernel kernel = nullptr;
    bool divides = false;  // by the second operand, an integer that must not be 0
    DType out = {};
  };
  void add(Operation, const std::string_view* constants, const SampleBase&);
  TensorView view(const Operand&, const SampleBase&) const;
  int constant(const Constant&);

  std::vector<Step> steps_;
  std::vector<Constant> constants_;  // no two are equal
  std::vector<DType> inputs_;
  bool complete_ = false;
};

// "int32 3" into its dtype and bytes. Throws INVALID_ARGUMENT.
void parse_constant(std::string_view text, DType& dtype, uint64_t& bytes);

}  // namespace penstock::ops::math
