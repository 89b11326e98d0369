// In the installed package the addon can be built anew, and the GPU plugin's build finds what it reads.
// @module-tag long
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'
import { codeOf, installPackage, installTimeout, name } from '../util/installed.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
let project = ''
let installed = ''

function run(cwd: string, program: string, args: string[], env: Record<string, string> = {}): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...env } })
}

function here(program: string, option: string): boolean {
  try {
    execFileSync(program, [option], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

beforeAll(() => {
  project = installPackage()
  installed = join(project, 'node_modules', name)
  const { status, stderr } = spawnSync('sh', ['tools/build-native.sh'], { cwd: installed, encoding: 'utf8' })
  // What build:native tells a user to run.
  const [, packages] =
    /^build:native: npm packages are missing\. Run in your project: npm install --save-dev (.+)\n$/.exec(stderr)!
  expect(status).toBe(1)
  run(project, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--save-dev', ...packages!.split(' ')])
}, installTimeout)

// A minute on two cores; a loaded machine takes several times as long.
test('npm run build:native makes the addon', { timeout: 1_200_000 }, () => {
  const addon = join(installed, 'build/Release/penstock.node')
  rmSync(addon)
  const env = here('ccache', '--version')
    ? { CMAKE_CXX_COMPILER_LAUNCHER: 'ccache', CCACHE_BASEDIR: project, CCACHE_NOHASHDIR: '1' }
    : {}
  // Not optimised: what is built and from where is the same, and it takes half the time.
  run(installed, 'npm', ['run', 'build:native', '--', '--CDCMAKE_CXX_FLAGS_RELEASE=-O0'], env)
  expect(existsSync(addon)).toBe(true)
  writeFileSync(join(project, 'train.mjs'), codeOf(project, 'docs/start/install.md', 'js'))
  expect(run(project, process.execPath, ['train.mjs'])).toMatch(/^24 images, 3612672 numbers/)
})

test('without a compiler it says what is missing, and leaves the addon as it is', () => {
  const addon = join(installed, 'build/Release/penstock.node')
  const bin = tempFolder()
  symlinkSync(run(bin, 'which', ['dirname']).trim(), join(bin, 'dirname'))
  writeFileSync(addon, 'an addon')
  const { status, stderr } = spawnSync('/bin/sh', ['tools/build-native.sh'], {
    ...{ cwd: installed, env: { PATH: bin }, encoding: 'utf8' },
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^build:native: missing: a C\+\+ compiler .*, CMake, make\. .* apt-get install .*libjpeg-dev.*\n$/,
  )
  expect(readFileSync(addon, 'utf8')).toBe('an addon')
})

const compilers = [`${root}.cuda/nvidia/cu13/bin/nvcc`, '/usr/local/cuda/bin/nvcc', 'nvcc']
const nvcc = compilers.find((program) => here(program, '--version'))
if (!nvcc) console.log('skipped: no nvcc is here; `npm run build:cuda` brings one')

test.skipIf(!nvcc)('the GPU plugin is configured', { timeout: 300_000 }, () => {
  const lib = nvcc!.replace(/bin\/nvcc$/, 'lib')
  const pip = existsSync(`${lib}/libcudart_static.a`) ? [`-DPENSTOCK_CUDA_LIB=${lib}`] : []
  const folder = join(project, 'build-cuda')
  // What tools/build-cuda.sh gives to CMake; compiling takes minutes.
  run(installed, 'cmake', ['-S', 'native/gpu_plugin', '-B', folder, `-DCMAKE_CUDA_COMPILER=${nvcc}`, ...pip])
  const commands = JSON.parse(readFileSync(join(folder, 'compile_commands.json'), 'utf8')) as { file: string }[]
  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter(({ file }) => !file.startsWith(installed) || !existsSync(file))).toEqual([])
  for (const script of ['build-cuda.sh', 'check-links.sh']) run(installed, 'sh', ['-n', `tools/${script}`])
})
