// Tests the faults that `npm run release -- --dry-run` finds, in small repositories that have them; and the content of
// THIRD_PARTY.md and of the bill of materials.
// @module-tag shared
import { execFileSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Library, libraries } from '../../tools/package/libraries.js'
import { bundled, installed } from '../../tools/release/bundled.js'
import {
  faultsOfBytes,
  faultsOfChangelog,
  faultsOfMetadata,
  faultsOfVersion,
  type Manifest,
} from '../../tools/release/manifest.js'
import { faultsOfBuilt, includedHeaders, linkedInto } from '../../tools/release/native.js'
import { billOfMaterials } from '../../tools/release/sbom.js'
import { tarballs } from '../../tools/release/tarballs.js'
import { faultsOfThirdParty } from '../../tools/release/third-party.js'
import { tempFolder } from '../util/files.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const address = 'git+https://github.com/penstock/penstock.git'
const manifest: Manifest = {
  ...{ name: 'penstock-data', version: '0.2.0', license: 'MIT', repository: { type: 'git', url: address } },
  publishConfig: { access: 'public', provenance: true },
}

function write(folder: string, files: Record<string, string | object>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: folder, stdio: 'pipe' })

/** A repository with one commit, in which everything is right. */
function repository(files: Record<string, string | object> = {}): string {
  const folder = tempFolder()
  git(folder, 'init', '-q')
  write(folder, {
    'package.json': manifest,
    'package-lock.json': { version: '0.2.0', packages: { '': { version: '0.2.0' } } },
    'CHANGELOG.md': '# Changelog\n\n## 0.2.0\n\n- Added: a thing.\n\n## 0.1.0\n\n- The first.\n',
    'test/bytes/hashes.json': { version: '0.1.0', hashes: { a: '1', b: '2' } },
    '.gitignore': 'packages/\nbuild-prebuilt/\n',
    ...files,
  })
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'x')
  return folder
}

describe('version, notes and metadata', () => {
  test('a repository that is ready', () => {
    const folder = repository()
    git(folder, 'tag', 'v0.1.9')
    expect(faultsOfVersion(folder)).toEqual([])
    expect(faultsOfChangelog(folder)).toEqual([])
    expect(faultsOfMetadata(manifest, 'package.json')).toEqual([])
    expect(faultsOfBytes(folder, { a: '1', b: '2' })).toEqual([])
  })

  test('versions that do not fit', () => {
    const folder = repository({ 'package-lock.json': { version: '0.1.0', packages: { '': { version: '0.2.0' } } } })
    git(folder, 'tag', 'v0.10.0')
    git(folder, 'tag', 'v0.9.0')
    write(folder, { 'new.txt': '' })
    expect(faultsOfVersion(folder)).toEqual([
      'package-lock.json has 0.1.0, package.json 0.2.0: run `npm install`',
      '0.2.0 is not above v0.10.0, which is released already',
      'there are changes that are not committed',
    ])
    expect(faultsOfVersion(repository({ 'package.json': { ...manifest, version: 'next' } }))[0]).toContain('no version')
  })

  test('notes that are missing', () => {
    const faults = (text: string) => faultsOfChangelog(repository({ 'CHANGELOG.md': text }))
    expect(faults('# Changelog\n\n## 0.1.0\n\n- Old.\n')).toEqual([
      'CHANGELOG.md begins with 0.1.0: expected "## 0.2.0"',
    ])
    expect(faults('## 0.2.0\n\n## 0.1.0\n\n- Old.\n')).toEqual(['CHANGELOG.md says nothing of 0.2.0'])
    expect(faults('# Changelog\n')).toEqual(['CHANGELOG.md begins with no version: expected "## 0.2.0"'])
  })

  test('metadata that is missing, or stands for other', () => {
    const faults = (more: Partial<Manifest>) => faultsOfMetadata({ ...manifest, ...more }, 'package.json')
    const { repository: _, publishConfig: __, license: ___, ...bare } = manifest
    expect(faultsOfMetadata(bare, 'x')).toEqual([
      expect.stringMatching(/^x: repository is missing: npm compares it.*npm pkg set repository/),
      'x: publishConfig.provenance is not true',
      "x: publishConfig.access is not 'public'",
      'x: license is missing',
    ])
    for (const url of ['https://example.com/a/b', 'https://github.com/OWNER/penstock', 'https://github.com/your-org/x'])
      expect(faults({ repository: url }), url).toEqual([expect.stringContaining('repository is a placeholder')])
    expect(faults({ repository: 'github:a/b' })).toEqual([expect.stringContaining('expected an https address')])
    expect(faults({ homepage: 'https://TODO/x' })).toEqual([expect.stringContaining('homepage is a placeholder')])
  })

  test('bytes that change without a new minor version', () => {
    const folder = repository()
    git(folder, 'tag', 'v0.2.0')
    write(folder, { 'package.json': { ...manifest, version: '0.2.1' } })
    write(folder, { 'test/bytes/hashes.json': { version: '0.2.1', hashes: { a: '1', b: '3' } } })
    expect(faultsOfBytes(folder, { a: '1', b: '3' })).toEqual([
      expect.stringMatching(/^b: other bytes than in 0\.2\.0/),
    ])
    write(folder, { 'package.json': { ...manifest, version: '0.3.0' } })
    expect(faultsOfBytes(folder, { a: '1', b: '3' })).toEqual([])
    expect(faultsOfBytes(folder, { a: '9', b: '3' })).toEqual([
      expect.stringContaining('does not have the bytes of "a"'),
    ])
  })
})

describe('packages', () => {
  const texts = { 'README.md': '', LICENSE: '', 'THIRD_PARTY.md': '' }
  const ofMain = {
    ...texts,
    ...{
      'dist/index.js': '',
      'dist/index.d.ts': '',
      'dist/actor.cjs': '',
      'dist/require/index.cjs': '',
      'dist/required.cjs': '',
    },
    ...{ 'CHANGELOG.md': '', 'docs/start/install.md': '' },
  }
  const wanted = (installed: Library['installed']) =>
    Object.fromEntries(
      libraries.filter((one) => one.installed === installed).map(({ id }) => [`penstock-data-${id}`, '0.2.0']),
    )
  const needs = { optionalDependencies: wanted('with the main package'), peerDependencies: wanted('on request') }

  function pack(folder: string, name: string, files: Record<string, string | object>): void {
    const made = tempFolder()
    write(join(made, 'package'), files)
    mkdirSync(join(folder, 'packages'), { recursive: true })
    execFileSync('tar', ['-czf', join(folder, `packages/${name}-0.2.0.tgz`), '-C', made, 'package'])
  }
  function packAll(folder: string): void {
    for (const { id, file } of libraries) {
      const name = `penstock-data-${id}`
      pack(folder, name, { ...texts, [file]: '', 'package.json': { ...manifest, name } })
    }
    pack(folder, 'penstock-data', { ...ofMain, 'package.json': { ...manifest, ...needs } })
  }

  test('that are complete, with the main one last', () => {
    const folder = repository()
    packAll(folder)
    const { found, faults } = tarballs(folder)
    expect(faults).toEqual([])
    expect(found.at(-1)!.path).toBe('packages/penstock-data-0.2.0.tgz')
    expect(found).toHaveLength(libraries.length + 1)
  })

  test('that lack something, or have what they must not', () => {
    const folder = repository()
    expect(tarballs(folder).faults[0]).toMatch(/-0\.2\.0\.tgz is not there: run `npm run package`$/)
    packAll(folder)
    const where = 'packages/penstock-data-0.2.0.tgz'
    const wrong = { ...manifest, version: '0.1.0', scripts: { postinstall: 'x' }, repository: 'https://a.org/b' }
    const { LICENSE: _, ...rest } = ofMain
    pack(folder, 'penstock-data', { ...rest, 'dist/index.js.map': '', 'package.json': wrong })
    utimesSync(join(folder, where), 1, 1)
    expect(tarballs(folder).faults).toEqual([
      `${where} is older than the last commit: run \`npm run package\``,
      `${where} has no LICENSE`,
      `${where} has version 0.1.0, package.json 0.2.0`,
      `${where} runs a script at installation: postinstall`,
      `${where} has dist/index.js.map`,
      `${where}: repository is not that of package.json`,
      ...libraries.map(({ id }) => `${where} wants penstock-data-${id} not at all, not 0.2.0`),
    ])
  })
})

describe('linked components', () => {
  const addon = libraries.find(({ file }) => file === 'penstock.node')!

  test('headers are found through own ones, by library', () => {
    const folder = tempFolder()
    write(folder, {
      'native/addon.cc': '#include <vector>\n#include "core/a.h"\n#include <napi.h>\n',
      'native/core/a.h': '#include "b.h"\n',
      'native/core/b.h': '#include <sys/mman.h>\n#include <png.h>\n',
      'native/gpu_plugin/x.cu': '#include <cuda_runtime.h>\n',
      'native/test/y.cc': '#include <gtest.h>\n',
    })
    expect([...includedHeaders(folder, 'penstock.node').keys()].sort()).toEqual([
      'napi.h',
      'png.h',
      'sys/mman.h',
      'vector',
    ])
    const { faults, linked } = linkedInto(folder)
    expect(faults).toContain('native/core/b.h includes <png.h>, which no entry of tools/release/components.ts knows')
    const ofAddon = linked.find(({ library }) => library === addon)!.components.map(({ name }) => name)
    expect(ofAddon).toEqual(expect.arrayContaining(['node-addon-api', 'libjpeg-turbo']))
    expect(ofAddon).not.toContain("NVIDIA's CUDA runtime")
  })

  test('a library has what its list says, and no more', () => {
    const folder = tempFolder()
    const { linked, faults } = linkedInto(root)
    expect(faults).toEqual([])
    const at = `build-prebuilt/${addon.id}`
    const right = 'libjpeg-turbo FLAC__STREAM_DECODER_ABORTED [json.exception. libc++abi: libunwind: '
    write(folder, {
      [`${at}/penstock.node`]: right,
      [`${at}/build.ninja`]: '  LINK_LIBRARIES = libpenstock_core.a  /usr/lib/libjpeg.a  -ldl\n',
    })
    expect(faultsOfBuilt(folder, linked)).toEqual([])
    write(folder, {
      [`${at}/penstock.node`]: `${right.replace('libjpeg-turbo', '')} basic_string::_M_create`,
      [`${at}/build.ninja`]: '  LINK_LIBRARIES = libpenstock_core.a  /usr/lib/libpng.a -lz\n',
    })
    expect(faultsOfBuilt(folder, linked)).toEqual([
      `${at}/penstock.node is linked with /usr/lib/libpng.a, which its list does not name`,
      `${at}/penstock.node is linked with -lz, which its list does not name`,
      `${at}/penstock.node has no trace of libjpeg-turbo, which its list names`,
      `${at}/penstock.node contains GCC's libstdc++, which its list does not name`,
    ])
  })
})

describe('this package', () => {
  test('has its licences in THIRD_PARTY.md', async () => {
    expect(await faultsOfThirdParty(root)).toEqual([])
    const names = (await bundled(root)).map((one) => `${one.file} ${one.package.name}`)
    expect(names).toEqual(
      expect.arrayContaining(['dist/actor.cjs comlink', 'dist/required.cjs comlink', 'dist/dashboard/page.js uplot']),
    )
  })

  test('has a bill of materials with all that it installs and contains', { tags: 'long' }, () => {
    const { linked } = linkedInto(root)
    const { bom } = billOfMaterials(root, linked)
    const names = bom.components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(installed(root).map(({ name }) => name)))
    expect(names).toEqual(
      expect.arrayContaining(['libjpeg-turbo', 'node-addon-api', `penstock-data-${libraries[0]!.id}`]),
    )
    expect(names).not.toContain('vitest')
    const refs = new Set([bom.metadata.component, ...bom.components].map((entry) => entry['bom-ref']))
    expect(refs.size).toBe(bom.components.length + 1)
    expect(
      bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
    ).toEqual([])
    for (const entry of bom.components) expect(entry.licenses, entry.name).toHaveLength(1)
  })
})
