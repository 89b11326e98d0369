// What a chain of element-wise operations computes: the dtypes that each operation's operands are promoted to, the
// shapes, and what is refused. The CPU's loops (chain.h) and the GPU's kernel (chain_gpu.h) follow it.
#pragma once
#include <string_view>
#include <vector>

#include "core/args.h"
#include "core/tensor.h"
#include "kernels/math/broadcast.h"
#include "kernels/math/promote.h"

namespace penstock::ops::math {

// Which arithmetic an operation is: its own on one dtype, or one of the two that take another way.
enum class Form : uint8_t {
  plain,
  mixed_signs,  // compares uint64 with int64
  wide_mod,     // the remainder of an integer and a float32, in float64
};

// An input or a constant. Operations with the same input or constant share one Source.
struct Source {
  int input = -1;
  DType dtype = {}, load = {};  // the dtype of its elements, and the dtype that they are promoted to
  uint64_t constant = 0;        // its bytes, where `input` is -1
};

struct Operand {
  int source = -1;              // -1: the result of the operation before
  DType dtype = {}, load = {};  // as in Source
};

struct Step {
  Operation operation = {};
  Operation computed = {};  // the same, or its mirror image where operands are exchanged
  Form form = Form::plain;
  DType dtype = {};  // in which a plain operation computes
  int count = 0;
  Operand operands[kMaxOperands];
  bool swapped = false;  // the second operand comes first
  bool divides = false;  // divides by the second operand, an integer that must not be 0
  DType out = {};
};

class Plan {
 public:
  // Stands in an operation's list of constants for the result of the operation before it.
  static constexpr std::string_view kPrevious = "previous";

  // Whether the plan is made for inputs of these dtypes.
  bool made_for(const TensorView* inputs, int count) const;
  // `constants` are those of all operations, one after another: empty for the next input, kPrevious, or dtype and
  // value. Throws as each operation would alone, with its number as the error's part.
  void make(const Operation* operations, int count, const ArgList<std::string_view>& constants,
            const TensorView* inputs, int num_inputs);

  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<Source>& sources() const { return sources_; }

  OutSpec describe(const TensorView* inputs) const;
  // The operand as a tensor; a constant is a scalar. `previous`: the result of the operation before.
  TensorView view(const Operand&, const OutSpec& previous, const TensorView* inputs) const;
  // Broadcasts the result of the step before with the operands of a step.
  void extend(int step, OutSpec& result, const TensorView* inputs) const;
  // Throws INVALID_INPUT: the step divides an integer by 0.
  [[noreturn]] void refuse_zero(int step) const;

 private:
  void add(Operation, const std::string_view* constants, const TensorView* inputs);
  int source(const Source&);

  std::vector<Step> steps_;
  std::vector<Source> sources_;
  std::vector<DType> inputs_;
  int used_ = 0;  // inputs that steps_ read
  bool complete_ = false;
};

// Parses a constant such as "int32 3" into its dtype and bytes. Throws INVALID_ARGUMENT.
void parse_constant(std::string_view text, DType& dtype, uint64_t& bytes);

}  // namespace penstock::ops::math
