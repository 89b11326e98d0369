// Draws cases that the decoders share: files of all formats, small photos, and the decoders' arguments.
import { type Case, type Difference, daliRefuses, type Parity, parity } from './cases.js'
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
const decoderTolerance = ({ args = {} }: Case): Tolerance =>
  args.dtype === 'float32' ? 1 / 254 : args.dtype === 'uint16' ? 257 : 1

type File = { data: ArrayLike<number | bigint> }

const bytes = ({ data }: File) => Buffer.from(Array.from(data, Number))

const isWebp = (file: File) => bytes(file).toString('latin1', 0, 4) === 'RIFF'

/** Whether a JPEG 2000 file's samples have neither 8 nor 16 bits: the SIZ marker says it of each component. */
const hasOddBits = (file: File) => {
  const at = bytes(file).indexOf(Buffer.of(0xff, 0x4f, 0xff, 0x51))
  const siz = at + 2
  return at >= 0 && ![7, 15].includes(bytes(file)[siz + 40]! & 0x7f)
}

/** Whether a JP2 file's colours are sYCC: 18 in its box 'colr'. */
const isSycc = (file: File) => bytes(file).includes(Buffer.from('colr\x01\0\0\0\0\0\x12', 'latin1'))

/** The differences that concern the size of an image too. */
export const headerDifferences: readonly Difference[] = [
  {
    when: ({ args = {}, inputs }) => args.adjustOrientation !== false && inputs[0]!.samples.some(isWebp),
    reason: 'DALI does not turn WebP files by their EXIF orientation; penstock does.',
  },
  daliRefuses(/nvImageCodec failure: '#4'/, 'DALI reads no AVIF, HEIF and GIF on a CPU.'),
  daliRefuses(
    /nvImageCodec failure: '#3'/,
    'DALI refuses JPEG 2000 with gray and alpha, signed samples, and tiles that begin elsewhere than the image.',
  ),
]

const decoderDifferences: readonly Difference[] = [
  ...headerDifferences,
  {
    when: ({ inputs }) => inputs[0]!.samples.some(hasOddBits),
    reason: 'DALI takes JPEG 2000 of 12 bits for 16 bits, so that it is nearly black; penstock scales by its bits.',
  },
  {
    when: ({ inputs }) => inputs[0]!.samples.some(isSycc),
    reason: "DALI converts JPEG 2000's sYCC with another matrix than the standard's.",
  },
  {
    when: ({ args = {} }) => args.jpegFancyUpsampling === false,
    reason: 'DALI ignores jpegFancyUpsampling: false on a CPU; penstock repeats the colour of subsampled JPEGs then.',
  },
  {
    when: ({ args = {} }) => args.useFastIdct === true,
    reason: 'DALI ignores useFastIdct for JPEGs that their EXIF orientation turns; penstock obeys it for all.',
  },
  daliRefuses(
    /Failed to decode sample/,
    "DALI refuses CMYK as 'any', and JPEG 2000 with CMYK or subsampled colours; penstock gives RGB.",
  ),
  {
    when: ({ args = {} }) => args.outputType === 'any',
    reason:
      "With outputType 'any' DALI gives wrong pixels or crashes where images of a batch have different numbers of channels, or where a window is cut out of a grey one; penstock decodes them.",
  },
]

const photos = filesOf('photos', /\.jpg$/)

/** The call that --speed times for operators on files of images. */
export const ofPhotos = (args: Case['args'] = {}) => ({ speed: (): Case => ({ inputs: [encoded(photos)], args }) })

/** Decoders whose pixels are compared. `timed`: the arguments of the call that --speed times. */
export const decoder = (draw: Parity['case'], timed?: Case['args']): Parity =>
  parity({
    tolerance: decoderTolerance,
    toleranceText: '1 step of 8 bits',
    differs: decoderDifferences,
    case: draw,
    ...ofPhotos(timed),
  })
