// Cases of paste for `npm run parity`.
import { parity, penstockRefuses } from '../../../tools/parity/cases.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  differs: [
    penstockRefuses(
      /nChannels/,
      'DALI takes images of another number of channels than nChannels; penstock refuses them.',
    ),
  ],
  case: (d) => {
    const channels = d.int(1, 4)
    const place = () => d.float(0, 1)
    const { args, argInputs } = d.arguments({ pasteX: place, pasteY: place, minCanvasSize: () => d.float(0, 40) })
    const perSample = d.bool()
    const given = !d.chance(12)
    return {
      inputs: [d.images({ dtype: 'uint8', layout: 'HWC', most: 20, channels: [channels] })],
      args: {
        ...args,
        ...(perSample ? {} : { ratio: d.float(1, 3) }),
        fillValue: d.list(d.bool() ? 1 : channels, () => d.int(0, 255)),
        nChannels: given ? channels : undefined,
      },
      risky: !given && channels !== 3,
      argInputs: { ...argInputs, ...(perSample && { ratio: d.perSample(() => d.float(1, 3)) }) },
    }
  },
  ...vga({ ratio: 1.5, fillValue: [40, 90, 160] }),
})
