// Places the examples of examples/frameworks as a user has them: beside the libraries that tools/install/peers.sh installs.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { peers } from './nodes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Whether tools/install/peers.sh has installed this. */
export const hasPeer = (name: string): boolean => {
  const found = existsSync(`${peers}/node_modules/${name}`)
  if (!found) console.log(`skipped: ${name} is not installed; \`sh tools/install/peers.sh\` does that`)
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

/** Libraries of onnxruntime-node for other systems, which take 245 MB. */
const otherSystems = /\/bin\/napi-v\d+\/(?!linux(\/x64(\/|$)|$))/

/**
 * Adds what examples/frameworks/setup.sh brings to a project: the npm packages, with what they depend on, and the model.
 */
export function addToProject(project: string): void {
  const add = (name: string) => {
    const [from, to] = [`${peers}/node_modules/${name}`, `${project}/node_modules/${name}`]
    // Packages that are not beside their users are in the users' own folders.
    if (existsSync(to) || !existsSync(from)) return
    cpSync(from, to, { recursive: true, filter: (path) => !otherSystems.test(path) })
    const { dependencies = {} } = JSON.parse(readFileSync(`${from}/package.json`, 'utf8')) as { dependencies?: object }
    Object.keys(dependencies).forEach(add)
  }
  for (const name of ['onnxruntime-node', 'pureimage', 'dejavu-fonts-ttf']) add(name)
  cpSync(`${peers}/efficientnet-lite0`, `${project}/efficientnet-lite0`, { recursive: true })
}
