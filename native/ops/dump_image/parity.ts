// Cases of dumpImage for `npm run parity`: the images, and the files that are written as one more output.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, parity, penstockRefuses, type Samples } from '../../../tools/parity/cases.js'
import { temporaryFolder } from '../../../tools/parity/folder.js'
import { answer } from '../../../tools/parity/penstock.js'

/** The files go to the working folder, which becomes a temporary one. Cases that run at the same time differ in `suffix`. */
let folder: string | undefined
function useFolder(): string {
  if (folder) return folder
  folder = temporaryFolder()
  process.chdir(folder)
  return folder
}

export default parity({
  tolerance: 0,
  differs: [
    penstockRefuses(
      /of layout HWC but received/,
      'DALI takes the last dimension for the channels, whatever the layout of its input; penstock refuses other layouts than HWC.',
    ),
  ],
  async ours(c): Promise<Outcome> {
    const where = useFolder()
    const outcome = await answer('dumpImage', c)
    if ('error' in outcome) return outcome
    const samples = c.inputs[0]!.samples.map((_, i) => {
      const data = Uint8Array.from(readFileSync(join(where, `${i}-${c.args!.suffix}-0.ppm`)))
      return { shape: [data.length], data }
    })
    const files: Samples = { dtype: 'uint8', layout: '', samples }
    return { outputs: [...outcome.outputs, files] }
  },
  case: (d) => ({
    inputs: [
      d.images({
        dtype: d.chance(10) ? d.pick(['int8', 'uint16', 'float32']) : 'uint8',
        layout: d.chance(10) ? d.pick(['CHW', 'FHWC']) : 'HWC',
        channels: d.chance(10) ? [2, 4] : [1, 3],
        most: 12,
      }),
    ],
    args: { suffix: `case${d.int(0, 2 ** 30)}`, inputLayout: d.maybe(() => (d.chance(8) ? 'CHW' : 'HWC')) },
  }),
})
