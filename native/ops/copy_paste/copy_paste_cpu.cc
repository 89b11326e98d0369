// copyPaste on the CPU. A look at each pixel of the masks says how many pixels each object has before and after, and
// the box around what is left of it: to setup(), which needs the number of boxes, and again to run(), as a sample's
// state has no room for tables. run() then writes the image, and masks through a table of new numbers.
#include <algorithm>
#include <cstring>
#include <limits>

#include "core/dispatch.h"
#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/copy_paste.h"

namespace penstock::ops {
namespace {

enum In { kImage, kMasks, kBoxes, kOtherImage, kOtherMasks, kOtherBoxes, kObjects, kLabels, kOtherLabels };
enum Out { kNewImage, kNewMasks, kNewBoxes, kNewLabels };

struct Object {
  int64_t before = 0, after = 0;
  int64_t left = std::numeric_limits<int64_t>::max(), top = left, right = 0, bottom = 0;
  int32_t number = 0;  // the new one; 0: it is dropped
};

// Those of the image are 1 ... own, those of the other image follow; 0 is the background.
struct PastePlan {
  Object* objects;
  uint8_t* chosen;  // by number in the other image, 0 included
  int64_t own, others, kept;

  int64_t end() const { return 1 + own + others; }
};

struct Plane {
  int64_t height, width;
};

template <class F>
void dispatch_mask(DType dtype, F&& f) {
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 4) {
      f(zero);
    } else {
      fail(ErrorCode::INVALID_INPUT, "Expected masks of 8, 16 or 32 bits but received %s", dtype_name(dtype));
    }
  });
}

Plane check_picture(const SampleBase& s, int image, int masks) {
  const TensorView &picture = s.in[image], &mask = s.in[masks];
  const auto hwc = [](const TensorView& t) {
    return t.shape.ndim == 3 && (t.layout.empty() || t.layout == Layout("HWC"));
  };
  if (!hwc(picture)) {
    fail(ErrorCode::INVALID_INPUT, "Expected images in HWC but received '%s' with %d dimensions", picture.layout.name,
         picture.shape.ndim);
  }
  const bool fits = mask.shape.ndim >= 2 && mask.shape[0] == picture.shape[0] && mask.shape[1] == picture.shape[1] &&
                    mask.shape.volume() == picture.shape[0] * picture.shape[1];
  if (!fits) {
    fail(ErrorCode::INVALID_INPUT, "Expected masks of the image's size (%lld x %lld) with one channel but received %s",
         static_cast<long long>(picture.shape[0]), static_cast<long long>(picture.shape[1]),
         extents_text(mask).c_str());
  }
  return {picture.shape[0], picture.shape[1]};
}

void check_boxes(const SampleBase& s, int boxes, int labels) {
  const Shape& shape = s.in[boxes].shape;
  if (shape.ndim != 2 || shape[1] != 4) {
    fail(ErrorCode::INVALID_INPUT, "Expected boxes of shape (n, 4) but received %s", extents_text(s.in[boxes]).c_str());
  }
  if (labels < s.num_inputs && s.in[labels].shape.volume() != shape[0]) {
    fail(ErrorCode::INVALID_INPUT, "Expected a label for each of the %lld boxes but received %lld",
         static_cast<long long>(shape[0]), static_cast<long long>(s.in[labels].shape.volume()));
  }
}

void check_alike(const SampleBase& s) {
  const TensorView &image = s.in[kImage], &other = s.in[kOtherImage];
  const bool masks = s.in[kMasks].dtype == s.in[kOtherMasks].dtype;
  if (masks && image.dtype == other.dtype && image.shape[2] == other.shape[2]) return;
  fail(ErrorCode::INVALID_INPUT,
       "Expected images and masks of one dtype and number of channels in the batch but received %s with %lld and %s "
       "with "
       "%lld, and masks of %s and %s",
       dtype_name(image.dtype), static_cast<long long>(image.shape[2]), dtype_name(other.dtype),
       static_cast<long long>(other.shape[2]), dtype_name(s.in[kMasks].dtype), dtype_name(s.in[kOtherMasks].dtype));
}

// The object that a pixel shows, by its place in the plan: `pasted` is the number that the other image has there, or 0.
template <class T>
inline int64_t seen(const PastePlan& p, T own, T pasted) {
  const auto in = [](T v, int64_t count) { return v > 0 && static_cast<int64_t>(v) <= count; };
  if (in(pasted, p.others) && p.chosen[pasted]) return p.own + static_cast<int64_t>(pasted);
  return in(own, p.own) ? static_cast<int64_t>(own) : 0;
}

// Calls f(x, own number, other number) along row y.
template <class T, class F>
void along_row(const SampleBase& s, Plane own, Plane other, int64_t y, F&& f) {
  const T* mask = s.in[kMasks].as<const T>() + y * own.width;
  const int64_t both = y < other.height ? std::min(own.width, other.width) : 0;
  const T* pasted = s.in[kOtherMasks].as<const T>() + y * other.width;
  for (int64_t x = 0; x < both; ++x) f(x, mask[x], pasted[x]);
  for (int64_t x = both; x < own.width; ++x) f(x, mask[x], T{0});
}

template <class T>
void count_pixels(const SampleBase& s, Plane own, Plane other, const PastePlan& p) {
  const auto before = [&](int masks, int64_t first, int64_t count) {
    const T* mask = s.in[masks].as<const T>();
    const int64_t n = s.in[masks].shape.volume();
    for (int64_t i = 0; i < n; ++i) {
      if (mask[i] > 0 && static_cast<int64_t>(mask[i]) <= count) ++p.objects[first + mask[i]].before;
    }
  };
  before(kMasks, 0, p.own);
  before(kOtherMasks, p.own, p.others);
  for (int64_t y = 0; y < own.height; ++y) {
    along_row<T>(s, own, other, y, [&](int64_t x, T mask, T pasted) {
      Object& o = p.objects[seen(p, mask, pasted)];
      ++o.after;
      o.left = std::min(o.left, x);
      o.right = std::max(o.right, x + 1);
      o.top = std::min(o.top, y);
      o.bottom = y + 1;
    });
  }
}

PastePlan plan_of(const CopyPasteArgs& a, const SampleBase& s, Plane own, Plane other) {
  PastePlan p{};
  p.own = s.in[kBoxes].shape[0];
  p.others = s.in[kOtherBoxes].shape[0];
  p.objects = s.scratch->get<Object>(p.end());
  p.chosen = s.scratch->get<uint8_t>(1 + p.others);
  std::fill_n(p.objects, p.end(), Object());
  std::fill_n(p.chosen, 1 + p.others, uint8_t{0});
  const int32_t* objects = s.in[kObjects].as<const int32_t>();
  for (int64_t i = 0; i < s.in[kObjects].shape.volume(); ++i) {
    if (objects[i] > 0 && objects[i] <= p.others) p.chosen[objects[i]] = 1;
  }
  dispatch_mask(s.in[kMasks].dtype, [&](auto zero) { count_pixels<decltype(zero)>(s, own, other, p); });
  for (int64_t i = 1; i < p.end(); ++i) {
    Object& o = p.objects[i];
    const float least = static_cast<float>(o.before) * a.min_area;
    if (o.after && static_cast<float>(o.after) >= least) o.number = static_cast<int32_t>(++p.kept);
  }
  return p;
}

void setup(const CopyPasteArgs& a, SampleSetup& s, NoState&) {
  const Plane own = check_picture(s, kImage, kMasks), other = check_picture(s, kOtherImage, kOtherMasks);
  check_alike(s);
  check_boxes(s, kBoxes, kLabels);
  check_boxes(s, kOtherBoxes, kOtherLabels);
  const int64_t kept = plan_of(a, s, own, other).kept;
  dispatch_mask(s.in[kMasks].dtype, [&](auto zero) {
    const auto most = static_cast<int64_t>(std::numeric_limits<decltype(zero)>::max());
    if (kept <= most) return;
    fail(ErrorCode::INVALID_INPUT,
         "Expected at most %lld objects, which %s can number, but received %lld: give int32 masks",
         static_cast<long long>(most), dtype_name(s.in[kMasks].dtype), static_cast<long long>(kept));
  });
  s.out[kNewImage] = s.in[kImage];
  s.out[kNewImage].layout = "HWC";
  s.out[kNewMasks] = s.in[kMasks];
  s.out[kNewMasks].shape = {own.height, own.width, 1};
  s.out[kNewMasks].layout = "HWC";
  s.out[kNewBoxes].dtype = DType::float32;
  s.out[kNewBoxes].shape = {kept, 4};
  if (s.num_outputs > kNewLabels) {
    s.out[kNewLabels].dtype = s.in[kLabels].dtype;
    s.out[kNewLabels].shape = {kept};
  }
}

// Writes masks, and the pixels of pasted objects over the image.
template <class T>
void put_objects(SampleRun& s, Plane own, Plane other, const PastePlan& p) {
  const int64_t pixel = s.in[kImage].shape[2] * dtype_size(s.in[kImage].dtype);
  T* masks = s.out[kNewMasks].as<T>();
  uint8_t* image = s.out[kNewImage].as<uint8_t>();
  const uint8_t* from = s.in[kOtherImage].as<const uint8_t>();
  for (int64_t y = 0; y < own.height; ++y) {
    int64_t begin = -1;  // of a run of pasted pixels, which is copied at once
    const auto end_run = [&](int64_t x) {
      if (begin >= 0) {
        std::memcpy(image + (y * own.width + begin) * pixel, from + (y * other.width + begin) * pixel,
                    (x - begin) * pixel);
      }
      begin = -1;
    };
    along_row<T>(s, own, other, y, [&](int64_t x, T mask, T pasted) {
      const int64_t at = seen(p, mask, pasted);
      masks[y * own.width + x] = static_cast<T>(p.objects[at].number);
      if (at <= p.own) {
        end_run(x);
      } else if (begin < 0) {
        begin = x;
      }
    });
    end_run(own.width);
  }
}

void write_boxes(const CopyPasteArgs& a, Plane own, const PastePlan& p, float* box) {
  const float x = a.bbox_normalized ? static_cast<float>(own.width) : 1.0f;
  const float y = a.bbox_normalized ? static_cast<float>(own.height) : 1.0f;
  const bool sizes = a.bbox_layout == CopyPasteArgs::BboxLayout::xyWH;
  for (int64_t i = 1; i < p.end(); ++i) {
    const Object& o = p.objects[i];
    if (!o.number) continue;
    *box++ = static_cast<float>(o.left) / x;
    *box++ = static_cast<float>(o.top) / y;
    *box++ = static_cast<float>(sizes ? o.right - o.left : o.right) / x;
    *box++ = static_cast<float>(sizes ? o.bottom - o.top : o.bottom) / y;
  }
}

void write_labels(SampleRun& s, const PastePlan& p) {
  const int64_t size = dtype_size(s.in[kLabels].dtype);
  uint8_t* to = s.out[kNewLabels].as<uint8_t>();
  for (int64_t i = 1; i < p.end(); ++i) {
    if (!p.objects[i].number) continue;
    const bool mine = i <= p.own;
    const uint8_t* from = s.in[mine ? kLabels : kOtherLabels].as<const uint8_t>();
    std::memcpy(to, from + (mine ? i - 1 : i - 1 - p.own) * size, size);
    to += size;
  }
}

void run(const CopyPasteArgs& a, SampleRun& s, NoState&) {
  const auto plane = [&](int image) { return Plane{s.in[image].shape[0], s.in[image].shape[1]}; };
  const Plane own = plane(kImage), other = plane(kOtherImage);
  const PastePlan p = plan_of(a, s, own, other);
  if (s.in[kImage].bytes()) std::memcpy(s.out[kNewImage].data, s.in[kImage].data, s.in[kImage].bytes());
  dispatch_mask(s.in[kMasks].dtype, [&](auto zero) { put_objects<decltype(zero)>(s, own, other, p); });
  write_boxes(a, own, p, s.out[kNewBoxes].as<float>());
  if (s.num_outputs > kNewLabels) write_labels(s, p);
}

}  // namespace

// The flags say that setup() reads the inputs, because the number of boxes depends on the masks.
PENSTOCK_CPU_OP(copy_paste, CopyPasteArgs, NoState, setup, run, kReadsInput | kReadsOthers)

}  // namespace penstock::ops
