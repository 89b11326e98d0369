// Makes the tutorial's pages anew, after a build: `npx tsx tools/docs/tutorial.ts`. Programs come from examples/tutorial, outputs
// and pictures from running them. Programs for TensorFlow.js run where tools/install/peers.sh has installed it, those for
// PyTorch with the Python that PENSTOCK_FRAMEWORK_PYTHON names; otherwise what a page shows of them stays.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeProject, printed, programText, tutorial } from './shown.js'
import { save } from './webp.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const peers = join(root, 'build/peers')
const python = process.env.PENSTOCK_FRAMEWORK_PYTHON
const tfjs = existsSync(join(peers, 'node_modules/@tensorflow/tfjs-layers'))

/** Why commands cannot run here. */
const missing = (commands: string) =>
  (/\bpython\b/.test(commands) && !python && 'PENSTOCK_FRAMEWORK_PYTHON is not set') ||
  (/tfjs/.test(commands) && !tfjs && 'TensorFlow.js is not installed: sh tools/install/peers.sh') ||
  undefined

const project = makeProject(mkdtempSync(join(tfjs ? peers : tmpdir(), 'tutorial-')))
try {
  for (const { path, text, shown, runs } of tutorial()) {
    const lines = text.split('\n')
    const parts = shown.map(({ name, from, end }) => ({ from, end, text: programText(name) }))
    for (const { commands, from, end } of runs) {
      const why = missing(commands)
      if (why) console.log(`${relative(root, path)}: ${commands} was not run: ${why}`)
      else {
        const env = { PYTHONPATH: join(root, 'python') }
        const run = python ? commands.replaceAll(/\bpython\b/g, python) : commands
        parts.push({ from, end, text: await printed(project, run, env) })
      }
    }
    // From the end, so that the numbers of lines stay true.
    for (const part of parts.sort((a, b) => b.from - a.from))
      lines.splice(part.from, part.end - part.from, ...part.text.split('\n'))
    writeFileSync(path, lines.join('\n'))
    for (const [, name] of text.matchAll(/\]\([./]*\/images\/tutorial-([\w-]+)\.webp\)/g))
      save(`tutorial-${name}`, readFileSync(join(project, `${name}.png`)))
  }
} finally {
  rmSync(project, { recursive: true })
}
