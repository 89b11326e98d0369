// EfficientNet: one may be subtracted after rescaling, and with include_top values are divided by image_std once more.
import { invalidArgument } from '../../errors/factories.js'
import type { Config } from '../config.js'
import { type Family, filter, half, usual } from '../family.js'
import { cropped, planes, resized } from '../steps.js'
import { type OfByte, ofByte, rescaled, tableOf } from '../values.js'

const f32 = Math.fround

function byteValue(config: Config): OfByte {
  const scale = rescaled(config)
  // With an offset torch does not take both in one step.
  const shifted: OfByte = (byte, channel) => f32(scale(byte, channel) - 1)
  const { do_rescale, do_normalize, rescale_offset, include_top } = config
  let value: OfByte = (byte) => byte
  if (do_rescale && rescale_offset) {
    const normal = ofByte({ ...config, do_rescale: false })
    value = normal ? (byte, channel) => normal(shifted(byte, channel), channel) : shifted
  } else if (do_rescale || do_normalize) {
    value = ofByte(config)!
  }
  if (!include_top) return value
  if (!config.image_std)
    throw invalidArgument("Expected image_std in the image processor's config, because include_top is true")
  const std = config.image_std.map(f32)
  return (byte, channel) => f32(value(byte, channel) / std[channel]!)
}

export default {
  classes: [
    {
      name: 'EfficientNet',
      defaults: {
        ...{ ...usual, ...half, size: { height: 346, width: 346 }, crop_size: { height: 289, width: 289 } },
        ...{ rescale_offset: false, include_top: true, resample: filter.bicubic },
      },
      fields: { rescale_offset: 'bool', include_top: 'bool' },
    },
  ],
  program(config) {
    const { do_rescale, do_normalize, include_top } = config
    const numbers = do_rescale || do_normalize || include_top
    return planes(config, [...resized(config), ...cropped(config)], {
      values: numbers ? { table: tableOf(byteValue(config)) } : {},
    })
  },
} satisfies Family
