// Lists the versions of Node.js that tests of the whole package run on: this one, and those that tools/install/peers.sh
// installs.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder into which tools/install/peers.sh installs. */
export const peers = fileURLToPath(new URL('../../build/peers', import.meta.url))

const all: [name: string, program: string][] = [
  ['this Node.js', process.execPath],
  ['Node 20.17', `${peers}/node_modules/node20/bin/node`],
  ['Node 22', `${peers}/node_modules/node22/bin/node`],
  ['Node 24', `${peers}/node_modules/node24/bin/node`],
]

/** The versions that are installed: a name, and the program's path. */
export const nodes: [name: string, program: string][] = all.filter(([, program]) => existsSync(program))

if (nodes.length < all.length)
  console.log('some versions of Node.js are not installed; `sh tools/install/peers.sh` does that')
