// The package, packed and installed into an empty project: what docs/start/install.md shows runs there as it stands, on
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
  test('runs the first program of the documents', async () => {
    writeFileSync(join(project, 'train.mjs'), codeOf(project, 'docs/start/install.md', 'js'))
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

  test('require() gives every entry with all its names, and where it can what import() gives', async () => {
    const ids = ['', '/dynamic', '/onnx', '/tfjs', '/transformers'].map((entry) => name + entry)
    const program = `
      const can = process.features.require_module ?? false
      Promise.all(${JSON.stringify(ids)}.map(async (id) => {
        const required = require(id)
        const imported = await import(id)
        const names = Object.keys(imported)
        return names.every((key) => typeof imported[key] === typeof required[key] && (!can || imported[key] === required[key]))
      })).then((all) => console.log(all.join(), require('${name}').PipelineError === require('${name}').PipelineError))`
    expect(await run(node, '-e', program)).toBe('true,true,true,true,true true\n')
  })

  test('the first program of the documents runs with require()', async () => {
    const example = codeOf(project, 'docs/start/install.md', 'js').replace(
      /^import (.*) from ('.*')$/gm,
      'const $1 = require($2)',
    )
    writeFileSync(join(project, 'train.cjs'), `main()\nasync function main() {\n${example}\n}`)
    expect(await run(node, 'train.cjs')).toMatch(/^(24 images, 3612672 numbers, the first -?\d\.\d{3}\n){3}.+ \[\]\n$/)
  })
})

test("TypeScript of docs/start/install.md compiles without an error in the package's types, and runs", async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  writeFileSync(join(project, 'mean.mts'), codeOf(project, 'docs/start/install.md', 'ts'))
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

// The project asks for the tarball that the package was installed from.
test('a new project installs this package, and runs', { timeout: installTimeout }, async () => {
  expect(await run('npx', '--no-install', '--loglevel=error', 'penstock', 'new', 'made')).toMatch(/^made: 5 files/)
  const made = join(project, 'made')
  expect(readdirSync(made)).toContain('.gitignore')
  const npm = (...args: string[]) => promisify(execFile)('npm', args, { cwd: made, timeout: installTimeout })
  await npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
  expect((await npm('start')).stdout).toMatch(/^epoch 3: 24 images$/m)
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
