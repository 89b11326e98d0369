// Element-wise operations one after another: what math (a chain of one) and mathChain share. Each operation but the
// first takes what the one before it gave; other operands are inputs, broadcast, and constants. A chain is planned for
// the dtypes of its inputs, by each thread once, and runs block by block, so that what lies between two operations of
// one shape never leaves the L1 cache.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/op.h"
#include "kernels/math/broadcast.h"
#include "kernels/math/loops.h"

namespace penstock::ops::math {

class Chain : public ThreadLocalState {
 public:
  // What stands among an operation's constants for the result of the one before it.
  static constexpr std::string_view kPrevious = "previous";

  // Was it planned for inputs of these dtypes?
  bool planned_for(const SampleBase&) const;
  // `constants` are those of all operations, one after another: empty for the next input, kPrevious, or dtype and
  // value. Throws as each operation would alone, with its number as the error's part.
  void plan(const Operation* operations, int count, const ArgList<std::string_view>& constants, const SampleBase&);

  OutSpec describe(const SampleBase&) const;
  // Throws INVALID_INPUT where an integer is divided by 0, for the first operation that does so.
  void run(SampleRun&) const;

 private:
  // An input, or a constant: no two of these are equal.
  struct Source {
    int input = -1;
    DType dtype = {}, load = {};  // what it has, and what it is promoted to for the kernel
    uint64_t constant = 0;
  };
  struct Operand {
    int source = -1;              // none: the result of the operation before
    DType dtype = {}, load = {};  // as the source's
    Loader promote = nullptr;     // of a result that has another dtype
  };
  struct Step {
    Operation operation = {};
    int count = 0;
    Operand operands[kMaxOperands];
    Kernel kernel = nullptr;
    bool swapped = false;  // the kernel takes the second operand first
    bool divides = false;  // by the second operand, an integer that must not be 0
    DType out = {};
  };

  void add(Operation, const std::string_view* constants, const SampleBase&);
  int source(const Source&);
  TensorView view(const Operand&, const OutSpec& previous, const SampleBase&) const;
  void extend(int step, OutSpec& result, const SampleBase&) const;
  void run_steps(int from, int to, const TensorView& previous, const TensorView& out, const SampleBase&) const;

  std::vector<Step> steps_;
  std::vector<Source> sources_;
  std::vector<DType> inputs_;
  int used_ = 0;  // inputs that steps_ read
  bool complete_ = false;
};

// "int32 3" into its dtype and bytes. Throws INVALID_ARGUMENT.
void parse_constant(std::string_view text, DType& dtype, uint64_t& bytes);

}  // namespace penstock::ops::math
