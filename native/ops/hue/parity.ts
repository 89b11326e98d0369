// Cases of hue for `npm run parity`.
import { colour } from '../../../tools/parity/families.js'

export default colour((d) => ({ hue: () => d.float(-200, 200) }), { args: { hue: 30 } })
