// The package, packed and installed into an empty project: what README and docs/install.md show runs there as it stands, on
// every version of Node.js that is here.
// @module-tag long
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, installPackage, installTimeout, name, version } from '../util/installed.js'
import { nodes } from '../util/nodes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
let project = ''
let installed = ''

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: project, timeout: 50_000 })
  expect(stderr).toBe('')
  return stdout
}

beforeAll(() => {
  project = installPackage()
  installed = join(project, 'node_modules', name)
}, installTimeout)

describe.each(nodes)('%s', (_, node) => {
  test("runs the README's first example", async () => {
    writeFileSync(join(project, 'train.mjs'), codeOf(project, 'README.md', 'js'))
    const batch = '24 images, 3612672 numbers, the first -?\\d\\.\\d{3}\n'
    expect(await run(node, 'train.mjs')).toMatch(new RegExp(`^(${batch}){3}.+ \\[\\]\n$`))
  })

  test('imports both entries and the description', async () => {
    const program = `
      import { fn } from '${name}'
      import * as nd from '${name}/dynamic'
      import about from '${name}/package.json' with { type: 'json' }
      console.log(typeof fn.resize, typeof nd.resize, about.version)`
    // Some versions warn of JSON modules.
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
    expect(await run(node, ...args)).toBe(`function function ${version}\n`)
  })

  test.each([
    ['toOrt', 'onnx', 'npm install onnxruntime-node'],
    ['toTfjs', 'tfjs', 'npm install @tensorflow/tfjs'],
    ['toTransformers', 'transformers', 'npm install @huggingface/transformers'],
  ])('%s() says what is missing where no such package is installed', async (convert, entry, cure) => {
    const program = `
      import { tensor } from '${name}/dynamic'
      import { ${convert} } from '${name}/${entry}'
      try {
        ${convert}(tensor([1]))
      } catch ({ code, hint }) {
        console.log(code, hint)
      }`
    expect(await run(node, '--input-type=module', '-e', program)).toBe(`UNSUPPORTED ${cure}\n`)
  })

  test.each(['', '/dynamic', '/onnx', '/tfjs', '/transformers'].map((entry) => `penstock-data${entry}`))(
    "require('%s') gives the module, or says why not",
    async (id) => {
      const program = `
      const [major, minor] = process.versions.node.split('.').map(Number)
      console.log(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))
      const id = '${id.replace('penstock-data', name)}'
      try {
        const required = require(id)
        import(id).then((imported) => console.log(Object.keys(imported).every((key) => imported[key] === required[key])))
      } catch (error) {
        console.log(error.code, error.message)
      }`
      const [can, said] = (await run(node, '-e', program)).split('\n')
      const cure = `ERR_REQUIRE_ESM require('${id}') needs Node.js 20.19, 22.12 or later, and this is`
      expect(said).toMatch(can === 'true' ? /^true$/ : cure)
    },
  )
})

test("TypeScript of docs/install.md compiles without an error in the package's types, and runs", async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  writeFileSync(join(project, 'mean.mts'), codeOf(project, 'docs/install.md', 'ts'))
  const compilerOptions = {
    ...{
      target: 'ES2022',
      lib: ['ES2022', 'ESNext.Disposable'],
      module: 'NodeNext',
      strict: true,
      skipLibCheck: false,
    },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['mean.mts'] }))
  expect(await run(process.execPath, tsc, '-p', '.', '--pretty', 'false')).toBe('')
  for (const [, node] of nodes) expect(await run(node, 'mean.mjs')).toBe('8 [ 64, 64, 3 ]\n'.repeat(3))
})

test('the command has two names', async () => {
  for (const command of ['penstock', 'penstock-data']) {
    expect(await run('npx', '--no-install', '--loglevel=error', command, '--version')).toBe(`${version}\n`)
  }
  expect(await run(join(project, 'node_modules/.bin/penstock'), 'doctor')).toContain('ok  addon')
})

test('examples run where they are', async () => {
  expect(await run(process.execPath, join(installed, 'examples/train-loop.mjs'))).toMatch(/^epoch 3: 24 images/m)
  expect(await run(process.execPath, join(installed, 'examples/bad-images.mjs'))).toMatch(/^3 left out:$/m)
})

test('there are no tests and no source maps in it', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files).toContain('dist/index.d.ts')
  expect(
    files.filter((path) => /\.test\.|_test\.|\.js\.map$|(^|\/)(test|tests|fuzz)(\/|$)|emulated/.test(path)),
  ).toEqual([])
  const scripts = files.filter((path) => /\.[cm]?js$/.test(path))
  const mapped = scripts.filter((path) => readFileSync(join(installed, path), 'utf8').includes('sourceMappingURL='))
  expect(mapped).toEqual([])
})
