// Cases of peekImageShape for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { drawFiles, headerDifferences, ofPhotos, outputTypes } from '../../../tools/parity/decoders.js'
import { numberDtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    ...headerDifferences,
    {
      when: ({ args = {} }) => args.imageType === 'any',
      reason: "DALI counts 4 channels for CMYK as 'any', which it does not decode; penstock counts those of its RGB.",
    },
  ],
  case: (d) => ({
    inputs: [drawFiles(d)],
    args: {
      imageType: d.maybe(() => d.pick(outputTypes)),
      adjustOrientation: d.maybe(() => d.bool()),
      dtype: d.maybe(() => d.pick(numberDtypes)),
    },
  }),
  ...ofPhotos(),
})
