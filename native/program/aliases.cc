// See aliases.h.
#include "program/aliases.h"

#include <algorithm>
#include <cmath>

#include "core/dispatch.h"
#include "program/batch_state.h"
#include "program/sample_error.h"

namespace penstock {
namespace {

double one_number(const TensorView& v) {
  if (v.shape.volume() != 1) {
    fail(ErrorCode::INVALID_INPUT, "Expected one number per sample to choose a branch but received %lld",
         static_cast<long long>(v.shape.volume()));
  }
  return dispatch(v.dtype, [&](auto zero) { return convert<double>(*v.as<decltype(zero)>()); });
}

std::string quoted(const Layout& l) { return "'" + std::string(l.view()) + "'"; }

// The property in which two branches differ, for the message; empty when they agree.
std::string difference(const OutSpec& a, const OutSpec& b) {
  if (a.dtype != b.dtype) {
    return std::string("dtype but received ") + dtype_name(a.dtype) + " and " + dtype_name(b.dtype);
  }
  if (a.shape.ndim != b.shape.ndim) {
    return "number of dimensions but received " + std::to_string(a.shape.ndim) + " and " + std::to_string(b.shape.ndim);
  }
  if (a.layout != b.layout) return "layout but received " + quoted(a.layout) + " and " + quoted(b.layout);
  return {};
}

}  // namespace

const Value& source_of(const BatchState& state, const Value& value, int position) {
  return state.values(value.peer >= 0 ? value.peer : position)[value.chosen];
}

bool in_branch(const OpNode& op, const Value* v) {
  return std::all_of(op.guards.begin(), op.guards.end(), [&](const OpNode::Guard& g) {
    const Value& selector = v[g.value];
    return !selector.poisoned && !selector.absent && one_number(selector) == g.want;
  });
}

bool takes_branch(const OpNode& op, Value* v) {
  const auto leave = [&](bool poisoned) {
    for (int o : op.outputs) (poisoned ? v[o].poisoned : v[o].absent) = true;
    return false;
  };
  // The outermost guard is checked first: an inner selector has no value when the outer branch was not taken.
  for (const OpNode::Guard& g : op.guards) {
    const Value& selector = v[g.value];
    if (selector.poisoned || selector.absent) return leave(selector.poisoned);
    if (one_number(selector) != g.want) return leave(false);
  }
  // For a merge only its selector is examined here; select() looks at the selected branch.
  const size_t inputs = op.merges() ? 1 : op.inputs.size();
  bool poisoned = false, absent = false;
  const auto look = [&](const Value& value) {
    poisoned |= value.poisoned;
    absent |= value.absent;
  };
  for (size_t i = 0; i < inputs; ++i) look(v[op.inputs[i]]);
  for (const auto& a : op.arg_inputs) look(v[a.value]);
  return poisoned || absent ? leave(poisoned) : true;
}

void select(const OpNode& op, Value* v) {
  const double k = one_number(v[op.inputs[0]]);
  const int branches = static_cast<int>(op.inputs.size()) - 1;
  if (!(k >= 0 && k < branches && k == std::floor(k))) {
    fail(ErrorCode::INVALID_INPUT, "Expected the number of a branch, 0 to %d, but received %g", branches - 1, k);
  }
  const int from = op.inputs[1 + static_cast<int>(k)];
  const Value& chosen = v[from];
  v[op.outputs[0]] = chosen;
  if (chosen.chosen < 0) v[op.outputs[0]].chosen = from;
}

void look_at(const BatchState& state, const OpNode& op, int position, const ViewOf* parts) {
  Value* v = state.values(position);
  const int input = op.inputs[0];
  for (size_t o = 0; o < op.outputs.size(); ++o) {
    const ViewOf& part = parts[o];
    const bool away = part.position >= 0 && part.position != position;
    const Value& from = (away ? state.values(part.position) : v)[input];
    Value& out = v[op.outputs[o]];
    if (part.offset < 0 || part.offset + out.bytes() > from.bytes()) {
      fail(ErrorCode::INTERNAL, "a view of %lld bytes at %lld in a tensor of %lld", static_cast<long long>(out.bytes()),
           static_cast<long long>(part.offset), static_cast<long long>(from.bytes()));
    }
    out.chosen = from.chosen >= 0 ? from.chosen : input;
    out.peer = from.peer >= 0 ? from.peer : away ? part.position : -1;
    out.shift = from.shift + part.offset;
  }
}

void bind(const BatchState& state, const OpNode& op, int position) {
  for (int o : op.outputs) {
    Value& out = state.values(position)[o];
    if (out.poisoned || out.absent) continue;
    const Value& from = source_of(state, out, position);
    out.poisoned = from.poisoned;
    // An empty tensor may have no address.
    out.data = from.data ? from.as<uint8_t>() + out.shift : nullptr;
  }
}

void check_merges(BatchState& state, int from) {
  for (MergeState& m : state.merges) {
    for (int i = from; i < state.count; ++i) {
      const Value& v = state.values(i)[m.op->outputs[0]];
      if (v.poisoned || v.absent) continue;
      const std::string text = m.in_batch ? difference(m.spec, v) : "";
      if (!text.empty()) {
        const SampleInfo& sample = state.samples[i].info;
        throw SampleError(Error(ErrorCode::INVALID_INPUT, "Expected all branches to give one " + text), m.op->op->name,
                          m.op->call_site, sample.index, std::string(sample.source));
      }
      m.spec = v;
      m.in_batch = true;
    }
  }
}

}  // namespace penstock
