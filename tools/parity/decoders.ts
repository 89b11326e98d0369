// Cases that the decoders share: files of all formats, small photos, and the decoders' arguments.
import { type Case, type Difference, daliRefuses } from './cases.js'
import type { Draw } from './draw.js'
import { encoded, filesOf } from './families.js'
import type { Tolerance } from './tolerance.js'

/** Small files of every kind, and photos. */
const files = [...filesOf('formats', /\./), ...filesOf('photos', /(cat_face|astronaut_face|gravel|galaxy)\.jpg$/)]

export const drawFiles = (d: Draw) => encoded(d.list(d.batch, () => d.pick(files)))

/** Whether DALI has been seen to write outside of its memory. */
export const isRisky = (args: { outputType?: string | undefined }) => args.outputType === 'any'

export const outputTypes = ['rgb', 'bgr', 'gray', 'ycbcr', 'any'] as const

export const decoderArguments = (d: Draw) => ({
  outputType: d.maybe(() => d.pick(outputTypes)),
  dtype: d.chance(4) ? d.pick(['uint8', 'uint16', 'float32']) : undefined,
  adjustOrientation: d.chance(4) ? false : undefined,
  useFastIdct: d.chance(6) || undefined,
  jpegFancyUpsampling: d.chance(4) ? d.bool() : undefined,
})

/** One step of 8 bits, in the output's dtype: grey is rounded differently by each of DALI's decoders. */
export const decoderTolerance = ({ args = {} }: Case): Tolerance =>
  args.dtype === 'float32' ? 1 / 254 : args.dtype === 'uint16' ? 257 : 1

export const decoderToleranceText = '1 step of 8 bits'

const isWebp = ({ data }: { data: ArrayLike<number | bigint> }) =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => Number(data[i]))) === 'RIFF'

export const decoderDifferences: readonly Difference[] = [
  {
    when: ({ args = {}, inputs }) => args.adjustOrientation !== false && inputs[0]!.samples.some(isWebp),
    reason: 'DALI does not turn WebP files by their EXIF orientation; penstock does.',
  },
  daliRefuses(/nvImageCodec failure: '#4'/, 'DALI reads no AVIF, HEIF and GIF on a CPU.'),
  {
    when: ({ args = {} }) => args.jpegFancyUpsampling === false,
    reason: 'DALI ignores jpegFancyUpsampling: false on a CPU; penstock repeats the colour of subsampled JPEGs then.',
  },
  {
    when: ({ args = {} }) => args.useFastIdct === true,
    reason: 'DALI ignores useFastIdct for JPEGs that their EXIF orientation turns; penstock obeys it for all.',
  },
  daliRefuses(/Failed to decode sample/, "DALI refuses CMYK as 'any'; penstock gives RGB."),
  {
    when: ({ args = {} }) => args.outputType === 'any',
    reason:
      "With outputType 'any' DALI gives wrong pixels or crashes where images of a batch have different numbers of channels, or where a window is cut out of a grey one; penstock decodes them.",
  },
]
