// Cases of resizeCropMirror for `npm run parity`.
import { fewDiffer, parity, penstockRefuses } from '../../../tools/parity/cases.js'
import {
  filterArguments,
  mirroredNearest,
  resizeTolerance,
  sizeArguments,
  vga,
} from '../../../tools/parity/families.js'

export default parity({
  ...resizeTolerance,
  differs: [
    {
      when: ({ args = {} }, found) => Object.values(args).includes('gaussian') && fewDiffer(found, 0.34, 0.3),
      reason:
        'The Gaussian ends abruptly, so that the rounding of a position decides whether it takes a pixel more: in DALI the one of the resize of the window alone, in penstock that of the whole resize, so that resize and crop give equal bytes.',
    },
    mirroredNearest,
    {
      when: (c) =>
        !/^D?HWC/.test(c.inputs[0]!.layout) && (Boolean(c.args?.mirror) || c.argInputs?.mirror !== undefined),
      reason:
        'DALI mirrors other axes than those asked for where H or D is not the first one, as in CHW and FHWC; penstock mirrors the same axes in every layout.',
    },
    penstockRefuses(
      /Expected a crop inside the resized image/,
      'DALI repeats the border where the window is larger than the resized image; penstock refuses, as crop does.',
    ),
  ],
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'FHWC', 'FCHW', 'DHWC'])
    const axes = layout.includes('D') ? 3 : 2
    const { args, argInputs } = sizeArguments(d, { most: axes === 3 ? 10 : 40, axes })
    const dtype = d.pick(['uint8', 'uint16', 'int16', 'float32'] as const)
    const place = () => d.float(0, 1)
    const window = d.arguments({ cropPosX: place, cropPosY: place, mirror: () => d.int(0, axes === 3 ? 7 : 3) }, [
      'mirror',
    ])
    return {
      inputs: [d.images({ dtype, layout, most: axes === 3 ? 8 : 40, channels: [1, 2, 3, 4] })],
      args: { ...args, ...filterArguments(d), ...window.args, crop: d.list(axes, () => d.int(1, axes === 3 ? 3 : 12)) },
      argInputs: { ...argInputs, ...window.argInputs },
    }
  },
  ...vga({ resizeShorter: 256, crop: [224, 224], mirror: 1 }),
})
