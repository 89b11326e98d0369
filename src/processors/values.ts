// What becomes of the value of a byte: tables of 256 values a channel, with the roundings of the library's arithmetic.
import type { Config } from './config.js'
import type { Values } from './program.js'

const f32 = Math.fround

/** The value of a byte in a channel. */
export type OfByte = (byte: number, channel: number) => number

export const tableOf = (value: OfByte): number[] =>
  [0, 1, 2].flatMap((channel) => Array.from({ length: 256 }, (_, byte) => f32(value(byte, channel))))

/** mean and std as float32. `factor`: they are multiplied by it in float32. */
function moments(config: Config, factor?: number): { mean: number[]; std: number[] } {
  const scaled = (x: number) => (factor === undefined ? f32(x) : f32(f32(x) * f32(factor)))
  return { mean: config.image_mean!.map(scaled), std: config.image_std!.map(scaled) }
}

const normalized = ({ mean, std }: { mean: number[]; std: number[] }) => {
  return (x: number, channel: number) => f32(f32(x - mean[channel]!) / std[channel]!)
}

/** numpy multiplies in float64 and rounds once; torch multiplies in float32. */
export const rescaled = ({ backend, rescale_factor }: Config): OfByte =>
  backend === 'pil' ? (byte) => f32(byte * rescale_factor) : (byte) => f32(byte * f32(rescale_factor))

/** Rescaling and normalising, each where the config asks for it. torch takes both in one step. */
export function ofByte(config: Config): OfByte | undefined {
  const { backend, do_rescale, do_normalize, rescale_factor } = config
  if (!do_normalize) return do_rescale ? rescaled(config) : undefined
  if (!do_rescale) return normalized(moments(config))
  if (backend === 'torchvision') return normalized(moments(config, 1 / rescale_factor))
  const [scale, normal] = [rescaled(config), normalized(moments(config))]
  return (byte, channel) => normal(scale(byte, channel), channel)
}

export function valuesOf(config: Config): Values {
  const value = ofByte(config)
  return value ? { table: tableOf(value) } : {}
}

/** Rescaled, before the steps of the image, and normalised behind them. */
export function valuesRescaledFirst(config: Config): Values {
  const first = config.do_rescale ? rescaled(config) : (byte: number) => byte
  return { first: tableOf(first), ...(config.do_normalize && moments(config)) }
}
