// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "gpu_plugin/runtime.h"

namespace penstock {
namespace ops {
extern const gpu::Op audio_resample_gpu;
extern const gpu::Op autocontrast_gpu;
extern const gpu::Op bb_flip_gpu;
extern const gpu::Op box_encoder_gpu;
extern const gpu::Op brightness_gpu;
extern const gpu::Op brightness_contrast_gpu;
extern const gpu::Op cast_gpu;
extern const gpu::Op cast_like_gpu;
extern const gpu::Op cat_gpu;
extern const gpu::Op clahe_gpu;
extern const gpu::Op color_space_conversion_gpu;
extern const gpu::Op color_twist_gpu;
extern const gpu::Op contrast_gpu;
extern const gpu::Op coord_flip_gpu;
extern const gpu::Op coord_transform_gpu;
extern const gpu::Op copy_gpu;
extern const gpu::Op crop_gpu;
extern const gpu::Op crop_mirror_normalize_gpu;
extern const gpu::Op debayer_gpu;
extern const gpu::Op dump_image_gpu;
extern const gpu::Op equalize_gpu;
extern const gpu::Op erase_gpu;
extern const gpu::Op experimental_dilate_gpu;
extern const gpu::Op experimental_erode_gpu;
extern const gpu::Op experimental_median_blur_gpu;
extern const gpu::Op experimental_remap_gpu;
extern const gpu::Op experimental_resize_gpu;
extern const gpu::Op experimental_warp_perspective_gpu;
extern const gpu::Op filter_gpu;
extern const gpu::Op flip_gpu;
extern const gpu::Op fused_resize_crop_mirror_normalize_gpu;
extern const gpu::Op gaussian_blur_gpu;
extern const gpu::Op get_property_gpu;
extern const gpu::Op grid_mask_gpu;
extern const gpu::Op hsv_gpu;
extern const gpu::Op hue_gpu;
extern const gpu::Op invert_gpu;
extern const gpu::Op jitter_gpu;
extern const gpu::Op jpeg_compression_distortion_gpu;
extern const gpu::Op laplacian_gpu;
extern const gpu::Op lookup_table_gpu;
extern const gpu::Op lookup_tiles_gpu;
extern const gpu::Op math_gpu;
extern const gpu::Op math_chain_gpu;
extern const gpu::Op mel_filter_bank_gpu;
extern const gpu::Op mfcc_gpu;
extern const gpu::Op multi_paste_gpu;
extern const gpu::Op noise_gaussian_gpu;
extern const gpu::Op noise_salt_and_pepper_gpu;
extern const gpu::Op noise_shot_gpu;
extern const gpu::Op nonsilent_region_gpu;
extern const gpu::Op normalize_gpu;
extern const gpu::Op one_hot_gpu;
extern const gpu::Op optical_flow_gpu;
extern const gpu::Op pad_gpu;
extern const gpu::Op paste_gpu;
extern const gpu::Op posterize_gpu;
extern const gpu::Op preemphasis_filter_gpu;
extern const gpu::Op random_coin_flip_gpu;
extern const gpu::Op random_normal_gpu;
extern const gpu::Op random_resized_crop_gpu;
extern const gpu::Op random_uniform_gpu;
extern const gpu::Op reductions_max_gpu;
extern const gpu::Op reductions_mean_gpu;
extern const gpu::Op reductions_mean_square_gpu;
extern const gpu::Op reductions_min_gpu;
extern const gpu::Op reductions_rms_gpu;
extern const gpu::Op reductions_std_dev_gpu;
extern const gpu::Op reductions_sum_gpu;
extern const gpu::Op reductions_variance_gpu;
extern const gpu::Op resize_gpu;
extern const gpu::Op resize_crop_mirror_gpu;
extern const gpu::Op rotate_gpu;
extern const gpu::Op saturation_gpu;
extern const gpu::Op sequence_rearrange_gpu;
extern const gpu::Op sharpness_gpu;
extern const gpu::Op slice_gpu;
extern const gpu::Op solarize_gpu;
extern const gpu::Op spectrogram_gpu;
extern const gpu::Op sphere_gpu;
extern const gpu::Op stack_gpu;
extern const gpu::Op subscript_copy_gpu;
extern const gpu::Op tensor_resize_gpu;
extern const gpu::Op to_decibels_gpu;
extern const gpu::Op transpose_gpu;
extern const gpu::Op warp_affine_gpu;
extern const gpu::Op water_gpu;
}  // namespace ops

namespace gpu {

static const Op* const kGpuOps[] = {
    &ops::audio_resample_gpu,
    &ops::autocontrast_gpu,
    &ops::bb_flip_gpu,
    &ops::box_encoder_gpu,
    &ops::brightness_gpu,
    &ops::brightness_contrast_gpu,
    &ops::cast_gpu,
    &ops::cast_like_gpu,
    &ops::cat_gpu,
    &ops::clahe_gpu,
    &ops::color_space_conversion_gpu,
    &ops::color_twist_gpu,
    &ops::contrast_gpu,
    &ops::coord_flip_gpu,
    &ops::coord_transform_gpu,
    &ops::copy_gpu,
    &ops::crop_gpu,
    &ops::crop_mirror_normalize_gpu,
    &ops::debayer_gpu,
    &ops::dump_image_gpu,
    &ops::equalize_gpu,
    &ops::erase_gpu,
    &ops::experimental_dilate_gpu,
    &ops::experimental_erode_gpu,
    &ops::experimental_median_blur_gpu,
    &ops::experimental_remap_gpu,
    &ops::experimental_resize_gpu,
    &ops::experimental_warp_perspective_gpu,
    &ops::filter_gpu,
    &ops::flip_gpu,
    &ops::fused_resize_crop_mirror_normalize_gpu,
    &ops::gaussian_blur_gpu,
    &ops::get_property_gpu,
    &ops::grid_mask_gpu,
    &ops::hsv_gpu,
    &ops::hue_gpu,
    &ops::invert_gpu,
    &ops::jitter_gpu,
    &ops::jpeg_compression_distortion_gpu,
    &ops::laplacian_gpu,
    &ops::lookup_table_gpu,
    &ops::lookup_tiles_gpu,
    &ops::math_gpu,
    &ops::math_chain_gpu,
    &ops::mel_filter_bank_gpu,
    &ops::mfcc_gpu,
    &ops::multi_paste_gpu,
    &ops::noise_gaussian_gpu,
    &ops::noise_salt_and_pepper_gpu,
    &ops::noise_shot_gpu,
    &ops::nonsilent_region_gpu,
    &ops::normalize_gpu,
    &ops::one_hot_gpu,
    &ops::optical_flow_gpu,
    &ops::pad_gpu,
    &ops::paste_gpu,
    &ops::posterize_gpu,
    &ops::preemphasis_filter_gpu,
    &ops::random_coin_flip_gpu,
    &ops::random_normal_gpu,
    &ops::random_resized_crop_gpu,
    &ops::random_uniform_gpu,
    &ops::reductions_max_gpu,
    &ops::reductions_mean_gpu,
    &ops::reductions_mean_square_gpu,
    &ops::reductions_min_gpu,
    &ops::reductions_rms_gpu,
    &ops::reductions_std_dev_gpu,
    &ops::reductions_sum_gpu,
    &ops::reductions_variance_gpu,
    &ops::resize_gpu,
    &ops::resize_crop_mirror_gpu,
    &ops::rotate_gpu,
    &ops::saturation_gpu,
    &ops::sequence_rearrange_gpu,
    &ops::sharpness_gpu,
    &ops::slice_gpu,
    &ops::solarize_gpu,
    &ops::spectrogram_gpu,
    &ops::sphere_gpu,
    &ops::stack_gpu,
    &ops::subscript_copy_gpu,
    &ops::tensor_resize_gpu,
    &ops::to_decibels_gpu,
    &ops::transpose_gpu,
    &ops::warp_affine_gpu,
    &ops::water_gpu,
    nullptr,
};

const Op* const* gpu_ops() { return kGpuOps; }

}  // namespace gpu
}  // namespace penstock
