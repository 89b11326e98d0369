// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "core/registry.h"
#include "dataset/set/reader_op.h"

namespace penstock {
namespace ops {
extern const CpuOp audio_resample_cpu;
extern const CpuOp autocontrast_cpu;
extern const CpuOp b_box_paste_cpu;
extern const CpuOp b_box_rotate_cpu;
extern const CpuOp batch_permutation_cpu;
extern const CpuOp bb_flip_cpu;
extern const CpuOp box_encoder_cpu;
extern const CpuOp brightness_cpu;
extern const CpuOp brightness_contrast_cpu;
extern const CpuOp cast_cpu;
extern const CpuOp cast_like_cpu;
extern const CpuOp cat_cpu;
extern const CpuOp clahe_cpu;
extern const CpuOp clip_frames_cpu;
extern const CpuOp color_space_conversion_cpu;
extern const CpuOp color_twist_cpu;
extern const CpuOp cond_cpu;
extern const CpuOp constant_cpu;
extern const CpuOp contrast_cpu;
extern const CpuOp coord_flip_cpu;
extern const CpuOp coord_transform_cpu;
extern const CpuOp copy_cpu;
extern const CpuOp copy_paste_cpu;
extern const CpuOp crop_cpu;
extern const CpuOp crop_mirror_normalize_cpu;
extern const CpuOp debayer_cpu;
extern const CpuOp decoders_audio_cpu;
extern const CpuOp decoders_image_cpu;
extern const CpuOp decoders_image_crop_cpu;
extern const CpuOp decoders_image_random_crop_cpu;
extern const CpuOp decoders_image_slice_cpu;
extern const CpuOp decoders_inflate_cpu;
extern const CpuOp decoders_numpy_cpu;
extern const CpuOp decoders_video_cpu;
extern const CpuOp dump_image_cpu;
extern const CpuOp element_extract_cpu;
extern const CpuOp encoders_image_cpu;
extern const CpuOp equalize_cpu;
extern const CpuOp erase_cpu;
extern const CpuOp expand_dims_cpu;
extern const CpuOp experimental_dilate_cpu;
extern const CpuOp experimental_erode_cpu;
extern const CpuOp experimental_inputs_video_cpu;
extern const CpuOp experimental_median_blur_cpu;
extern const CpuOp experimental_readers_fits_cpu;
extern const CpuOp experimental_readers_video_cpu;
extern const CpuOp experimental_remap_cpu;
extern const CpuOp experimental_resize_cpu;
extern const CpuOp experimental_warp_perspective_cpu;
extern const CpuOp filter_cpu;
extern const CpuOp flip_cpu;
extern const CpuOp full_cpu;
extern const CpuOp full_like_cpu;
extern const CpuOp fused_resize_crop_mirror_normalize_cpu;
extern const CpuOp gaussian_blur_cpu;
extern const CpuOp get_property_cpu;
extern const CpuOp grid_mask_cpu;
extern const CpuOp hsv_cpu;
extern const CpuOp hue_cpu;
extern const CpuOp invert_cpu;
extern const CpuOp io_file_read_cpu;
extern const CpuOp jitter_cpu;
extern const CpuOp jpeg_compression_distortion_cpu;
extern const CpuOp laplacian_cpu;
extern const CpuOp lookup_table_cpu;
extern const CpuOp lookup_tiles_cpu;
extern const CpuOp math_cpu;
extern const CpuOp math_chain_cpu;
extern const CpuOp mel_filter_bank_cpu;
extern const CpuOp merge_cpu;
extern const CpuOp mfcc_cpu;
extern const CpuOp multi_paste_cpu;
extern const CpuOp noise_gaussian_cpu;
extern const CpuOp noise_salt_and_pepper_cpu;
extern const CpuOp noise_shot_cpu;
extern const CpuOp nonsilent_region_cpu;
extern const CpuOp normalize_cpu;
extern const CpuOp one_hot_cpu;
extern const CpuOp ones_cpu;
extern const CpuOp ones_like_cpu;
extern const CpuOp optical_flow_cpu;
extern const CpuOp pad_cpu;
extern const CpuOp paste_cpu;
extern const CpuOp peek_image_shape_cpu;
extern const CpuOp per_frame_cpu;
extern const CpuOp permute_batch_cpu;
extern const CpuOp posterize_cpu;
extern const CpuOp power_spectrum_cpu;
extern const CpuOp preemphasis_filter_cpu;
extern const CpuOp random_b_box_crop_cpu;
extern const CpuOp random_beta_cpu;
extern const CpuOp random_choice_cpu;
extern const CpuOp random_coin_flip_cpu;
extern const CpuOp random_crop_generator_cpu;
extern const CpuOp random_normal_cpu;
extern const CpuOp random_resized_crop_cpu;
extern const CpuOp random_uniform_cpu;
extern const CpuOp readers_caffe_cpu;
extern const CpuOp readers_caffe2_cpu;
extern const CpuOp readers_coco_cpu;
extern const CpuOp readers_file_cpu;
extern const CpuOp readers_lerobot_cpu;
extern const CpuOp readers_lmdb_cpu;
extern const CpuOp readers_mds_cpu;
extern const CpuOp readers_mx_net_cpu;
extern const CpuOp readers_nemo_asr_cpu;
extern const CpuOp readers_numpy_cpu;
extern const CpuOp readers_parquet_cpu;
extern const CpuOp readers_tfrecord_cpu;
extern const CpuOp readers_video_cpu;
extern const CpuOp readers_video_resize_cpu;
extern const CpuOp readers_webdataset_cpu;
extern const CpuOp reductions_max_cpu;
extern const CpuOp reductions_mean_cpu;
extern const CpuOp reductions_mean_square_cpu;
extern const CpuOp reductions_min_cpu;
extern const CpuOp reductions_rms_cpu;
extern const CpuOp reductions_std_dev_cpu;
extern const CpuOp reductions_sum_cpu;
extern const CpuOp reductions_variance_cpu;
extern const CpuOp reinterpret_cpu;
extern const CpuOp reshape_cpu;
extern const CpuOp resize_cpu;
extern const CpuOp resize_crop_mirror_cpu;
extern const CpuOp roi_random_crop_cpu;
extern const CpuOp rotate_cpu;
extern const CpuOp saturation_cpu;
extern const CpuOp segmentation_random_mask_pixel_cpu;
extern const CpuOp segmentation_random_object_b_box_cpu;
extern const CpuOp segmentation_select_masks_cpu;
extern const CpuOp sequence_rearrange_cpu;
extern const CpuOp shapes_cpu;
extern const CpuOp sharpness_cpu;
extern const CpuOp slice_cpu;
extern const CpuOp solarize_cpu;
extern const CpuOp spectrogram_cpu;
extern const CpuOp sphere_cpu;
extern const CpuOp squeeze_cpu;
extern const CpuOp stack_cpu;
extern const CpuOp subscript_cpu;
extern const CpuOp subscript_copy_cpu;
extern const CpuOp tensor_resize_cpu;
extern const CpuOp to_decibels_cpu;
extern const CpuOp transforms_combine_cpu;
extern const CpuOp transforms_crop_cpu;
extern const CpuOp transforms_rotation_cpu;
extern const CpuOp transforms_scale_cpu;
extern const CpuOp transforms_shear_cpu;
extern const CpuOp transforms_translation_cpu;
extern const CpuOp transpose_cpu;
extern const CpuOp warp_affine_cpu;
extern const CpuOp water_cpu;
extern const CpuOp zeros_cpu;
extern const CpuOp zeros_like_cpu;
extern const ReaderOp experimental_readers_fits_reader;
extern const ReaderOp experimental_readers_video_reader;
extern const ReaderOp readers_caffe_reader;
extern const ReaderOp readers_caffe2_reader;
extern const ReaderOp readers_coco_reader;
extern const ReaderOp readers_file_reader;
extern const ReaderOp readers_lerobot_reader;
extern const ReaderOp readers_lmdb_reader;
extern const ReaderOp readers_mds_reader;
extern const ReaderOp readers_mx_net_reader;
extern const ReaderOp readers_nemo_asr_reader;
extern const ReaderOp readers_numpy_reader;
extern const ReaderOp readers_parquet_reader;
extern const ReaderOp readers_tfrecord_reader;
extern const ReaderOp readers_video_reader;
extern const ReaderOp readers_video_resize_reader;
extern const ReaderOp readers_webdataset_reader;
}  // namespace ops

static const CpuOp* const kCpuOps[] = {
    &ops::audio_resample_cpu,
    &ops::autocontrast_cpu,
    &ops::b_box_paste_cpu,
    &ops::b_box_rotate_cpu,
    &ops::batch_permutation_cpu,
    &ops::bb_flip_cpu,
    &ops::box_encoder_cpu,
    &ops::brightness_cpu,
    &ops::brightness_contrast_cpu,
    &ops::cast_cpu,
    &ops::cast_like_cpu,
    &ops::cat_cpu,
    &ops::clahe_cpu,
    &ops::clip_frames_cpu,
    &ops::color_space_conversion_cpu,
    &ops::color_twist_cpu,
    &ops::cond_cpu,
    &ops::constant_cpu,
    &ops::contrast_cpu,
    &ops::coord_flip_cpu,
    &ops::coord_transform_cpu,
    &ops::copy_cpu,
    &ops::copy_paste_cpu,
    &ops::crop_cpu,
    &ops::crop_mirror_normalize_cpu,
    &ops::debayer_cpu,
    &ops::decoders_audio_cpu,
    &ops::decoders_image_cpu,
    &ops::decoders_image_crop_cpu,
    &ops::decoders_image_random_crop_cpu,
    &ops::decoders_image_slice_cpu,
    &ops::decoders_inflate_cpu,
    &ops::decoders_numpy_cpu,
    &ops::decoders_video_cpu,
    &ops::dump_image_cpu,
    &ops::element_extract_cpu,
    &ops::encoders_image_cpu,
    &ops::equalize_cpu,
    &ops::erase_cpu,
    &ops::expand_dims_cpu,
    &ops::experimental_dilate_cpu,
    &ops::experimental_erode_cpu,
    &ops::experimental_inputs_video_cpu,
    &ops::experimental_median_blur_cpu,
    &ops::experimental_readers_fits_cpu,
    &ops::experimental_readers_video_cpu,
    &ops::experimental_remap_cpu,
    &ops::experimental_resize_cpu,
    &ops::experimental_warp_perspective_cpu,
    &ops::filter_cpu,
    &ops::flip_cpu,
    &ops::full_cpu,
    &ops::full_like_cpu,
    &ops::fused_resize_crop_mirror_normalize_cpu,
    &ops::gaussian_blur_cpu,
    &ops::get_property_cpu,
    &ops::grid_mask_cpu,
    &ops::hsv_cpu,
    &ops::hue_cpu,
    &ops::invert_cpu,
    &ops::io_file_read_cpu,
    &ops::jitter_cpu,
    &ops::jpeg_compression_distortion_cpu,
    &ops::laplacian_cpu,
    &ops::lookup_table_cpu,
    &ops::lookup_tiles_cpu,
    &ops::math_cpu,
    &ops::math_chain_cpu,
    &ops::mel_filter_bank_cpu,
    &ops::merge_cpu,
    &ops::mfcc_cpu,
    &ops::multi_paste_cpu,
    &ops::noise_gaussian_cpu,
    &ops::noise_salt_and_pepper_cpu,
    &ops::noise_shot_cpu,
    &ops::nonsilent_region_cpu,
    &ops::normalize_cpu,
    &ops::one_hot_cpu,
    &ops::ones_cpu,
    &ops::ones_like_cpu,
    &ops::optical_flow_cpu,
    &ops::pad_cpu,
    &ops::paste_cpu,
    &ops::peek_image_shape_cpu,
    &ops::per_frame_cpu,
    &ops::permute_batch_cpu,
    &ops::posterize_cpu,
    &ops::power_spectrum_cpu,
    &ops::preemphasis_filter_cpu,
    &ops::random_b_box_crop_cpu,
    &ops::random_beta_cpu,
    &ops::random_choice_cpu,
    &ops::random_coin_flip_cpu,
    &ops::random_crop_generator_cpu,
    &ops::random_normal_cpu,
    &ops::random_resized_crop_cpu,
    &ops::random_uniform_cpu,
    &ops::readers_caffe_cpu,
    &ops::readers_caffe2_cpu,
    &ops::readers_coco_cpu,
    &ops::readers_file_cpu,
    &ops::readers_lerobot_cpu,
    &ops::readers_lmdb_cpu,
    &ops::readers_mds_cpu,
    &ops::readers_mx_net_cpu,
    &ops::readers_nemo_asr_cpu,
    &ops::readers_numpy_cpu,
    &ops::readers_parquet_cpu,
    &ops::readers_tfrecord_cpu,
    &ops::readers_video_cpu,
    &ops::readers_video_resize_cpu,
    &ops::readers_webdataset_cpu,
    &ops::reductions_max_cpu,
    &ops::reductions_mean_cpu,
    &ops::reductions_mean_square_cpu,
    &ops::reductions_min_cpu,
    &ops::reductions_rms_cpu,
    &ops::reductions_std_dev_cpu,
    &ops::reductions_sum_cpu,
    &ops::reductions_variance_cpu,
    &ops::reinterpret_cpu,
    &ops::reshape_cpu,
    &ops::resize_cpu,
    &ops::resize_crop_mirror_cpu,
    &ops::roi_random_crop_cpu,
    &ops::rotate_cpu,
    &ops::saturation_cpu,
    &ops::segmentation_random_mask_pixel_cpu,
    &ops::segmentation_random_object_b_box_cpu,
    &ops::segmentation_select_masks_cpu,
    &ops::sequence_rearrange_cpu,
    &ops::shapes_cpu,
    &ops::sharpness_cpu,
    &ops::slice_cpu,
    &ops::solarize_cpu,
    &ops::spectrogram_cpu,
    &ops::sphere_cpu,
    &ops::squeeze_cpu,
    &ops::stack_cpu,
    &ops::subscript_cpu,
    &ops::subscript_copy_cpu,
    &ops::tensor_resize_cpu,
    &ops::to_decibels_cpu,
    &ops::transforms_combine_cpu,
    &ops::transforms_crop_cpu,
    &ops::transforms_rotation_cpu,
    &ops::transforms_scale_cpu,
    &ops::transforms_shear_cpu,
    &ops::transforms_translation_cpu,
    &ops::transpose_cpu,
    &ops::warp_affine_cpu,
    &ops::water_cpu,
    &ops::zeros_cpu,
    &ops::zeros_like_cpu,
    nullptr,
};

const CpuOp* const* cpu_ops() { return kCpuOps; }

static const ReaderOp* const kReaderOps[] = {
    &ops::experimental_readers_fits_reader,
    &ops::experimental_readers_video_reader,
    &ops::readers_caffe_reader,
    &ops::readers_caffe2_reader,
    &ops::readers_coco_reader,
    &ops::readers_file_reader,
    &ops::readers_lerobot_reader,
    &ops::readers_lmdb_reader,
    &ops::readers_mds_reader,
    &ops::readers_mx_net_reader,
    &ops::readers_nemo_asr_reader,
    &ops::readers_numpy_reader,
    &ops::readers_parquet_reader,
    &ops::readers_tfrecord_reader,
    &ops::readers_video_reader,
    &ops::readers_video_resize_reader,
    &ops::readers_webdataset_reader,
    nullptr,
};

const ReaderOp* const* reader_ops() { return kReaderOps; }

}  // namespace penstock
