// Element-wise operations, one after another: the code of math (a chain of one operation) and mathChain. Each operation
// but the first takes the result of the one before it; other operands are broadcast inputs and constants. Each thread
// plans a chain once for the dtypes of its inputs. A chain runs block by block, so that intermediate results of one
// shape never leave the L1 cache.
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
  // Stands in an operation's list of constants for the result of the operation before it.
  static constexpr std::string_view kPrevious = "previous";

  // Whether the chain is planned for the sample's input dtypes.
  bool planned_for(const SampleBase&) const;
  // `constants` are those of all operations, one after another: empty for the next input, kPrevious, or dtype and
  // value. Throws as each operation would alone, with its number as the error's part.
  void plan(const Operation* operations, int count, const ArgList<std::string_view>& constants, const SampleBase&);

  OutSpec describe(const SampleBase&) const;
  // Throws INVALID_INPUT where an integer is divided by 0, for the first operation that does so.
  void run(SampleRun&) const;

 private:
  // An input or a constant. Operations with the same input or constant share one Source.
  struct Source {
    int input = -1;
    DType dtype = {}, load = {};  // the dtype of its elements, and the dtype that they are promoted to for the kernel
    uint64_t constant = 0;
  };
  struct Operand {
    int source = -1;              // -1: the result of the operation before
    DType dtype = {}, load = {};  // as in Source
    Loader promote = nullptr;     // promotes an earlier result of another dtype
  };
  struct Step {
    Operation operation = {};
    int count = 0;
    Operand operands[kMaxOperands];
    Kernel kernel = nullptr;
    bool swapped = false;  // the kernel takes the second operand first
    bool divides = false;  // divides by the second operand, an integer that must not be 0
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

// Parses a constant such as "int32 3" into its dtype and bytes. Throws INVALID_ARGUMENT.
void parse_constant(std::string_view text, DType& dtype, uint64_t& bytes);

}  // namespace penstock::ops::math
