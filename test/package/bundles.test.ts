// Programs that a bundler put into one file with the package's code, on the packages that are published: the addon and the
// code of worker threads stay in the installed package.
// @module-tag long
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'
import { installTimeout, name } from '../util/installed.js'
import { peers } from '../util/nodes.js'
import { installPublished, written } from '../util/published.js'

type Format = 'esm' | 'cjs'

const webpackFile = join(peers, 'node_modules/webpack/lib/index.js')
if (written && !existsSync(webpackFile))
  console.warn('skipped: webpack is not installed; `sh tools/install/peers.sh` does that')

// Both modes, worker threads, an error's call site, and dependencies that are loaded when they are needed.
const imports = `
  import { fn, pipelineDef, types } from '${name}'
  import * as nd from '${name}/dynamic'`
const body = `
  const define = pipelineDef({ batchSize: 8, numThreads: 2 }, (fileRoot) => {
    const [jpegs, labels] = fn.readers.file({ fileRoot })
    return [fn.resize(fn.decoders.image(jpegs, { outputType: types.RGB }), { size: [64, 64] }), labels]
  })
  const pipe = define(process.argv[2])
  for await (const [images, labels] of pipe) {
    const { png } = await nd.inspect(images.at(0))
    console.log(labels.length, images.shape(0).join(), png.length > 100)
  }
  await pipe.close()
  await pipelineDef({ batchSize: 1 }, () => fn.resize(fn.random.uniform(), { size: [1, 1] }))()
    .run()
    .catch(({ code, callSite }) => console.log(code, /app\\.[mc]js:/.test(callSite)))`
const expected = `${'8 64,64,3 true\n'.repeat(3)}INVALID_INPUT true\n`

let project = ''
const source = (format: Format) => join(project, `main-${format}.mjs`)
const bundle = (bundler: string, format: Format) =>
  join(project, 'out', `${bundler}-${format}`, format === 'esm' ? 'app.mjs' : 'app.cjs')

// Each bundler runs in a process of its own, as users run it.
const withEsbuild = (format: Format) => `
  const { build } = await import(${JSON.stringify(import.meta.resolve('esbuild'))})
  const { warnings } = await build({
    entryPoints: ['${source(format)}'], outfile: '${bundle('esbuild', format)}', bundle: true, platform: 'node',
    format: '${format}', minify: ${format === 'cjs'}, external: ['*.node'], logLevel: 'silent',
  })
  console.log(warnings.map(({ text }) => text).join())`

const withWebpack = (format: Format) => `
  const { default: webpack } = await import(${JSON.stringify(webpackFile)})
  const esm = ${format === 'esm'}
  const options = {
    mode: 'production', target: 'node20', entry: '${source(format)}', context: '${project}', externals: [/\\.node$/],
    experiments: { outputModule: esm }, optimization: { minimize: false },
    output: {
      path: '${dirname(bundle('webpack', format))}', filename: '${basename(bundle('webpack', format))}',
      ...(esm && { module: true, chunkFormat: 'module' }),
    },
  }
  webpack(options, (error, stats) => console.log(error ?? stats.toString({ all: false, errors: true, warnings: true })))`

const bundlers = [
  ['esbuild', withEsbuild],
  ...(existsSync(webpackFile) ? ([['webpack', withWebpack]] as const) : []),
] as const
const formats: Format[] = ['esm', 'cjs']
const cases = bundlers.flatMap(([bundler]) => formats.map((format) => [bundler, format] as const))

beforeAll(() => {
  if (!written) return
  project = installPublished()
  writeFileSync(source('esm'), imports + body)
  writeFileSync(source('cjs'), `${imports}\nasync function main() {${body}\n}\nmain()`)
  mkdirSync(join(project, 'out'))
  for (const format of formats) {
    for (const [, program] of bundlers) {
      const args = ['--input-type=module', '-e', program(format)]
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
      expect([stdout, stderr]).toEqual(['\n', ''])
    }
  }
  // Bundlers may write the folder down; a program that was deployed is elsewhere.
  const deployed = join(tempFolder(), 'deployed')
  renameSync(project, deployed)
  project = deployed
}, installTimeout)

describe.skipIf(!written)('a bundle', () => {
  const run = (program: string, fileRoot: string) => {
    const args = [program, fileRoot]
    return spawnSync(process.execPath, args, { cwd: '/', encoding: 'utf8', timeout: 60_000, env: { HOME: '/tmp' } })
  }
  const photos = () => join(project, 'node_modules', name, 'data/photos')

  test.each(cases)('of %s, %s, runs', (bundler, format) => {
    const { stdout, stderr } = run(bundle(bundler, format), photos())
    expect([stdout, stderr]).toEqual([expected, ''])
  })

  test.each(cases)('of %s, %s, says what is missing where the package is not installed', (bundler, format) => {
    const alone = join(tempFolder(), 'app.mjs'.replace('m', format === 'esm' ? 'm' : 'c'))
    renameSync(bundle(bundler, format), alone)
    try {
      const { stderr } = run(alone, photos())
      expect(stderr).toContain(`A bundle contains the code of ${name}, but the package is not installed`)
      expect(stderr).toContain(`Install ${name} beside the bundle`)
    } finally {
      renameSync(alone, bundle(bundler, format))
    }
  })
})
