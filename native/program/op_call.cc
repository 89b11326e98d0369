// See op_call.h.
#include "program/op_call.h"

#include <cstring>

#include "core/dispatch.h"
#include "dataset/set/dataset.h"
#include "program/arg_range.h"
#include "program/frames.h"

namespace penstock {
namespace {

template <class T>
T element(const TensorView& v, int64_t i) {
  return dispatch(v.dtype, [&](auto zero) { return convert<T>(v.as<decltype(zero)>()[i]); });
}

// Throws for values that the argument does not accept.
void check_values(const ArgField& f, const TensorView& v) {
  const int64_t n = v.shape.volume();
  if (n > INT32_MAX) fail(ErrorCode::INVALID_ARGUMENT, "Expected fewer values for %s but received a tensor", f.name);
  const bool list = f.type == ArgType::integers || f.type == ArgType::numbers;
  const bool whole = f.type == ArgType::integers || f.type == ArgType::integer;
  if (!list && n != 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected one value per sample for %s but received %lld", f.name,
         static_cast<long long>(n));
  }
  for (int64_t i = 0; i < n; ++i) {
    const auto x = element<double>(v, i);
    if (!takes(f, x)) {
      if (!is_finite(f, x)) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected a %s number for %s but received %g",
             std::isfinite(x) ? "float32" : "finite", f.name, x);
      }
      fail(ErrorCode::INVALID_ARGUMENT, "Expected %s between %g and %g but received %g", f.name, f.min, f.max, x);
    }
    // The conversion to an integer would change the number.
    if (whole && !(x >= INT32_MIN && x <= INT32_MAX)) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected a 32-bit integer for %s but received %.17g", f.name, x);
    }
  }
}

template <class T>
void set_list(void* to, const TensorView& v, const Shape* shape, Scratch& memory) {
  const int64_t n = v.shape.volume();
  auto* data = memory.get<T>(n);
  for (int64_t i = 0; i < n; ++i) data[i] = element<T>(v, i);
  *static_cast<ArgList<T>*>(to) = {data, static_cast<int32_t>(n), shape};
}

}  // namespace

void prepare_call(SampleBase& s, const BatchState& state, const OpNode& op, int op_index, int position, Worker& w) {
  const Value* v = state.values(position);
  s.num_inputs = static_cast<int>(op.inputs.size());
  s.num_outputs = static_cast<int>(op.outputs.size());
  for (int i = 0; i < s.num_inputs; ++i) w.call.in[i] = v[op.inputs[i]];
  s.in = w.call.in.data();
  s.sample = &state.samples[position].info;
  s.seed = op.seed;
  s.stream = static_cast<uint32_t>(op.stream);
  s.draws = op.draws ? &op.draws->now : nullptr;
  s.position = position;
  s.scratch = &w.scratch;
  s.local_slot = &w.locals[op_index];
  s.data_set = state.spec.dataset.get();
  if (op.source >= 0) {
    s.data_set = &state.spec.dataset->source(op.source);
    w.member = state.samples[position].info;
    w.member.index = state.samples[position].member;
    s.sample = &w.member;
  }
  s.shared_state = op.shared.get();
}

void resolve_args(const BatchState& state, const OpNode& op, int position, Worker& w) {
  resolve_args(state, op, position, w, state.samples.block(position, op.args_offset), -1);
}

void resolve_args(const BatchState& state, const OpNode& op, int position, Worker& w, uint8_t* args, int frame) {
  std::memcpy(args, op.args.data(), op.args.size());
  const ArgTable& table = *op.op->args;
  for (const auto& a : op.arg_inputs) {
    const ArgField& f = table.fields[a.field];
    const Value& whole = state.values(position)[a.value];
    TensorView v = whole;
    const Shape* shape = a.constant ? nullptr : &whole.shape;
    if (frame >= 0 && is_sequence(v)) {
      v = frame_at(v, frame);
      shape = new (w.early.get<Shape>(1)) Shape(v.shape);
    }
    check_values(f, v);
    void* to = args + f.offset;
    switch (f.type) {
      case ArgType::boolean: *static_cast<bool*>(to) = element<bool>(v, 0); break;
      case ArgType::integer:
      case ArgType::dtype:
      case ArgType::choice: *static_cast<int32_t*>(to) = element<int32_t>(v, 0); break;
      case ArgType::number: *static_cast<float*>(to) = element<float>(v, 0); break;
      case ArgType::integers: set_list<int32_t>(to, v, shape, w.early); break;
      case ArgType::numbers: set_list<float>(to, v, shape, w.early); break;
      default: fail(ErrorCode::INVALID_ARGUMENT, "%s takes no per-sample values", f.name);
    }
    *reinterpret_cast<uint64_t*>(args + table.given_offset) |= uint64_t{1} << a.field;
  }
}

}  // namespace penstock
