// Cases of decoders.audio for `npm run parity`: files of data/sounds, whole and cut off.
import { parity } from '../../../tools/parity/cases.js'
import { encoded, filesOf } from '../../../tools/parity/families.js'

const files = filesOf('sounds', /\.(?!json)/)

/** Whether the elements of a file are floats, or are computed as such. */
const isFloating = ({ data }: { data: ArrayLike<number | bigint> }) => {
  const text = String.fromCharCode(...Array.from({ length: 40 }, (_, i) => Number(data[i])))
  return /^OggS|AIFC.*FVER/s.test(text) || (text.startsWith('RIFF') && data[20] === 3)
}

export default parity({
  tolerance: ({ inputs, args = {} }) => {
    if (args.sampleRate === undefined && !inputs[0]!.samples.some(isFloating)) return 0
    if (args.sampleRate !== undefined) return args.dtype === 'int16' ? 1 : args.dtype === 'int32' ? 65536 : 1e-5
    return args.dtype === 'int16' ? 1 : args.dtype === 'int32' ? 1024 : 1e-6
  },
  toleranceText: '0; of full scale 1e-6 for Vorbis, and 1e-5 at another rate',
  differs: [
    {
      when: ({ inputs, args = {} }) =>
        (args.dtype === 'int16' || args.dtype === 'int32') && inputs[0]!.samples.some(isFloating),
      reason:
        'DALI does not scale the floats of a file to whole numbers, so that all but -1 and 1 become 0, and Vorbis beyond full scale wraps around; penstock scales and limits.',
    },
  ],
  case: (d) => ({
    inputs: [encoded(d.list(d.batch, () => d.pick(files)))],
    args: {
      downmix: d.maybe(() => d.bool()),
      dtype: d.maybe(() => d.pick(['float32', 'int16', 'int32'] as const)),
      sampleRate: d.chance(3) ? d.pick([8000, 16_000, 22_050, 48_000]) : undefined,
      quality: d.maybe(() => d.int(0, 100)),
    },
  }),
  speed: () => ({
    inputs: [encoded(Array.from({ length: 32 }, () => filesOf('sounds', /voice\.flac$/)[0]!))],
    args: {},
  }),
})
