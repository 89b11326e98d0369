// The examples of examples/frameworks, as a user has them: beside the libraries that tools/peers.sh installs.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { peers } from './nodes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Whether tools/peers.sh has installed this. */
export const hasPeer = (name: string): boolean => {
  const found = existsSync(`${peers}/node_modules/${name}`)
  if (!found) console.log(`skipped: ${name} is not installed; \`sh tools/peers.sh\` does that`)
  return found
}

/** Whether the model of the examples is there. */
export const hasModel = (): boolean => existsSync(`${peers}/efficientnet-lite0/model.onnx`)

/**
 * A folder with copies of the examples, from which Node.js finds both the libraries and this package. It is removed
 * when the test process ends. The examples run in the folder `peers`, where their model is.
 */
export function copiedExamples(): string {
  const folder = mkdtempSync(`${peers}/examples-`)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(`${folder}/node_modules`)
  symlinkSync(root, `${folder}/node_modules/penstock-data`)
  cpSync(`${root}/examples/frameworks`, folder, { recursive: true })
  return folder
}
