// Cases of io.file.read for `npm run parity`: files of this repository.
import { parity } from '../../../tools/parity/cases.js'

const paths = ['package.json', 'LICENSE', 'CHANGELOG.md', 'README.md', 'no such file', 'data', '']

export default parity({
  tolerance: 0,
  case: (d) => {
    const samples = d.list(d.batch, () => {
      const data = new TextEncoder().encode(d.pick(paths.slice(0, d.chance(10) ? undefined : 4)))
      return { shape: [data.length], data }
    })
    return { inputs: [{ dtype: 'uint8', layout: '', samples }], args: { dontUseMmap: d.maybe(() => d.bool()) } }
  },
})
