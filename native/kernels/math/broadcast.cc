// Broadcasting; see broadcast.h.
#include "kernels/math/broadcast.h"

#include <algorithm>
#include <cstring>

namespace penstock::ops::math {

bool broadcast(Shape& out, const Shape& in) {
  Shape wide = out.ndim >= in.ndim ? out : in;
  const Shape& narrow = out.ndim >= in.ndim ? in : out;
  const int shift = wide.ndim - narrow.ndim;
  for (int d = 0; d < narrow.ndim; ++d) {
    int64_t& w = wide[shift + d];
    if (w == 1) {
      w = narrow[d];
    } else if (narrow[d] != 1 && narrow[d] != w) {
      return false;
    }
  }
  out = wide;
  return true;
}

Walk make_walk(const Shape& out, const TensorView* operands, int count) {
  Walk w;
  w.volume = out.volume();
  int64_t next[kMaxOperands];  // the operand's element step in the current dimension, unless it is repeated there
  std::fill(next, next + count, 1);
  // Dimensions are built from the last to the first, and reversed at the end.
  for (int d = out.ndim - 1; d >= 0; --d) {
    int64_t step[kMaxOperands];
    for (int k = 0; k < count; ++k) {
      const int own = d - (out.ndim - operands[k].shape.ndim);
      const int64_t extent = own < 0 ? 1 : operands[k].shape[own];
      step[k] = extent == 1 ? 0 : next[k];
      next[k] *= extent;
    }
    if (out[d] == 1) continue;
    bool merges = w.ndim > 0;
    for (int k = 0; k < count && merges; ++k) {
      merges = step[k] == w.step[k][w.ndim - 1] * w.dim[w.ndim - 1];
    }
    if (merges) {
      w.dim[w.ndim - 1] *= out[d];
    } else {
      w.dim[w.ndim] = out[d];
      for (int k = 0; k < count; ++k) w.step[k][w.ndim] = step[k];
      ++w.ndim;
    }
  }
  std::reverse(w.dim, w.dim + w.ndim);
  for (int k = 0; k < count; ++k) std::reverse(w.step[k], w.step[k] + w.ndim);
  return w;
}

void Reader::open(const Walk& walk, int operand, const TensorView& tensor, DType dtype, Scratch& scratch) {
  walk_ = &walk;
  step_ = walk.step[operand];
  data_ = tensor.as<const uint8_t>();
  size_ = dtype_size(tensor.dtype);
  out_size_ = dtype_size(dtype);
  load_ = find_loader(tensor.dtype, dtype);
  int d = walk.ndim - 1;
  while (d >= 0 && step_[d] == period_) period_ *= walk.dim[d--];
  while (d >= 0 && step_[d] == 0) --d;
  periodic_ = d < 0;
  // A bool that the user gave may hold any byte, so its loader must convert it to 0 or 1.
  direct_ = periodic_ && period_ == walk.volume && tensor.dtype == dtype && dtype != DType::boolean;
  if (direct_) return;
  buffer_ = scratch.get<uint8_t>(static_cast<size_t>(kBlock * out_size_));
  filled_ = periodic_ && period_ <= kBlock / 4 && period_ < walk.volume;
  if (!filled_) return;
  const int64_t total = std::min(walk.volume, kBlock / period_ * period_);
  load_(data_, buffer_, period_);
  for (int64_t have = period_; have < total;) {
    const int64_t more = std::min(have, total - have);
    std::memcpy(buffer_ + have * out_size_, buffer_, more * out_size_);
    have += more;
  }
}

const void* Reader::block(int64_t at, int64_t n) {
  if (filled_) return buffer_;
  if (direct_) return data_ + at * size_;
  if (!periodic_) {
    gather(at, n);
    return buffer_;
  }
  for (int64_t done = 0; done < n;) {
    const int64_t from = (at + done) % period_;
    const int64_t run = std::min(n - done, period_ - from);
    load_(data_ + from * size_, buffer_ + done * out_size_, run);
    done += run;
  }
  return buffer_;
}

// Copies runs along the last dimension, in which the operand is dense or repeats one value.
void Reader::gather(int64_t at, int64_t n) {
  const int last = walk_->ndim - 1;
  int64_t pos[abi::maxDims];
  int64_t rest = at, from = 0;
  for (int d = last; d >= 0; --d) {
    pos[d] = rest % walk_->dim[d];
    rest /= walk_->dim[d];
    from += pos[d] * step_[d];
  }
  for (int64_t done = 0; done < n;) {
    const int64_t run = std::min(n - done, walk_->dim[last] - pos[last]);
    uint8_t* to = buffer_ + done * out_size_;
    if (step_[last]) {
      load_(data_ + from * size_, to, run);
    } else {
      load_(data_ + from * size_, to, 1);
      for (int64_t have = 1; have < run;) {
        const int64_t more = std::min(have, run - have);
        std::memcpy(to + have * out_size_, to, more * out_size_);
        have += more;
      }
    }
    done += run;
    pos[last] += run;
    from += run * step_[last];
    for (int d = last; d > 0 && pos[d] == walk_->dim[d]; --d) {
      from += step_[d - 1] - pos[d] * step_[d];
      pos[d] = 0;
      ++pos[d - 1];
    }
  }
}

}  // namespace penstock::ops::math
