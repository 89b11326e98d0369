// Cases of colorSpaceConversion for `npm run parity`.
import { daliRefuses, parity } from '../../../tools/parity/cases.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  differs: [
    daliRefuses(/conversion not supported/, 'DALI refuses to convert a colour model to itself; penstock copies.'),
  ],
  case: (d) => {
    const types = ['rgb', 'bgr', 'gray', 'ycbcr']
    const imageType = d.pick(types)
    const layout = d.pick(['HWC', 'FHWC', 'DHWC', 'FDHWC'])
    return {
      inputs: [d.images({ dtype: 'uint8', layout, most: 20, channels: imageType === 'gray' ? [1] : [3] })],
      args: { imageType, outputType: d.pick(types) },
    }
  },
  ...vga({ imageType: 'rgb', outputType: 'ycbcr' }),
})
