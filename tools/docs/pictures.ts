// npm run pictures [NAME ...]: makes all pictures of the documents anew, and the outputs that the tutorial shows. Each program of the
// list below makes some; a name is the program's without its ending. Two minutes on a quiet machine, which the dashboard's show.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { program } from '../../test/browser/chromium.js'

const makers = ['speed-chart', 'tutorial', 'augment-pictures', 'preview-pictures', 'dashboard-pictures']
/** Those that draw in Chromium. */
const inBrowser = ['preview-pictures', 'dashboard-pictures']

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !makers.includes(name))
if (unknown.length) throw new Error(`There is no ${unknown.join(', ')}: ${makers.join(', ')}`)

const failed: string[] = []
for (const name of makers.filter((one) => !wanted.length || wanted.includes(one))) {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  if (inBrowser.includes(name) && !program) {
    failed.push(name)
    continue
  }
  console.log(`pictures: ${name}`)
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' })
  if (status !== 0) failed.push(name)
}
if (failed.length) throw new Error(`Not made: ${failed.join(', ')}`)
