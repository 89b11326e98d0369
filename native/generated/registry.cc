// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "core/registry.h"

namespace penstock {
namespace ops {
extern const CpuOp cast_cpu;
extern const CpuOp cond_cpu;
extern const CpuOp constant_cpu;
extern const CpuOp crop_cpu;
extern const CpuOp crop_mirror_normalize_cpu;
extern const CpuOp decoders_image_cpu;
extern const CpuOp decoders_image_crop_cpu;
extern const CpuOp decoders_image_random_crop_cpu;
extern const CpuOp decoders_image_slice_cpu;
extern const CpuOp flip_cpu;
extern const CpuOp fused_resize_crop_mirror_normalize_cpu;
extern const CpuOp gaussian_blur_cpu;
extern const CpuOp math_cpu;
extern const CpuOp merge_cpu;
extern const CpuOp normalize_cpu;
extern const CpuOp peek_image_shape_cpu;
extern const CpuOp random_choice_cpu;
extern const CpuOp random_coin_flip_cpu;
extern const CpuOp random_normal_cpu;
extern const CpuOp random_resized_crop_cpu;
extern const CpuOp random_uniform_cpu;
extern const CpuOp readers_file_cpu;
extern const CpuOp resize_cpu;
extern const CpuOp resize_crop_mirror_cpu;
extern const CpuOp slice_cpu;
extern const CpuOp transpose_cpu;
}  // namespace ops

static const CpuOp* const kCpuOps[] = {
    &ops::cast_cpu,
    &ops::cond_cpu,
    &ops::constant_cpu,
    &ops::crop_cpu,
    &ops::crop_mirror_normalize_cpu,
    &ops::decoders_image_cpu,
    &ops::decoders_image_crop_cpu,
    &ops::decoders_image_random_crop_cpu,
    &ops::decoders_image_slice_cpu,
    &ops::flip_cpu,
    &ops::fused_resize_crop_mirror_normalize_cpu,
    &ops::gaussian_blur_cpu,
    &ops::math_cpu,
    &ops::merge_cpu,
    &ops::normalize_cpu,
    &ops::peek_image_shape_cpu,
    &ops::random_choice_cpu,
    &ops::random_coin_flip_cpu,
    &ops::random_normal_cpu,
    &ops::random_resized_crop_cpu,
    &ops::random_uniform_cpu,
    &ops::readers_file_cpu,
    &ops::resize_cpu,
    &ops::resize_crop_mirror_cpu,
    &ops::slice_cpu,
    &ops::transpose_cpu,
    nullptr,
};

const CpuOp* const* cpu_ops() { return kCpuOps; }

}  // namespace penstock
