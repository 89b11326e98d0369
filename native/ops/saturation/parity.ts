// Cases of saturation for `npm run parity`.
import { colour } from '../../../tools/parity/families.js'

export default colour((d) => ({ saturation: () => d.float(0, 2) }), { args: { saturation: 1.3 } })
