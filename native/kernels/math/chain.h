// Element-wise operations, one after another: the code of math (a chain of one operation) and mathChain. Each operation
// but the first takes the result of the one before it; other operands are broadcast inputs and constants. Each thread
// plans a chain once for the dtypes of its inputs. A chain runs block by block, so that intermediate results of one
// shape never leave the L1 cache.
#pragma once
#include <vector>

#include "core/op.h"
#include "kernels/math/broadcast.h"
#include "kernels/math/loops.h"
#include "kernels/math/plan.h"

namespace penstock::ops::math {

class Chain : public ThreadLocalState {
 public:
  // Whether the chain is planned for the sample's input dtypes.
  bool planned_for(const SampleBase&) const;
  // As Plan::make().
  void plan(const Operation* operations, int count, const ArgList<std::string_view>& constants, const SampleBase&);

  OutSpec describe(const SampleBase& s) const { return plan_.describe(s.in); }
  // Throws INVALID_INPUT where an integer is divided by 0, for the first operation that does so.
  void run(SampleRun&) const;

 private:
  // The loops of one step.
  struct Loops {
    Kernel kernel = nullptr;
    Loader promote[kMaxOperands] = {};  // of an earlier result of another dtype
  };

  void run_steps(int from, int to, const TensorView& previous, const TensorView& out, const SampleBase&) const;

  Plan plan_;
  std::vector<Loops> loops_;
  bool complete_ = false;
};

}  // namespace penstock::ops::math
