// `npm run third-party`: writes THIRD_PARTY.md, the licences of everything that is linked into, bundled with or installed beside
// penstock, from what the builds and the lock file say. With --check it fails when the file is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundled, installed, type NpmPackage } from './bundled.js'
import type { Component } from './components.js'
import { linkedInto } from './native.js'

export const documentPath = 'THIRD_PARTY.md'

/** Licences that a dependency may have. Others need a decision, and an entry here. */
const accepted = new Set(['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'])
/** Packages whose licence is another one, and why they may be used. */
const exceptions: Record<string, string> = {
  'LGPL-3.0-or-later': '@img/sharp-libvips-', // loaded at run time, optional, and exchangeable
}

const isAccepted = ({ name, license }: NpmPackage) =>
  accepted.has(license) || (exceptions[license] !== undefined && name.startsWith(exceptions[license]))

function licenseFile(root: string, name: string): string | undefined {
  const folder = join(root, 'node_modules', name)
  const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return file ? join('node_modules', name, file) : undefined
}

/** libvips comes with libraries of its own: their versions, and the terms that its package states for each. */
function libvipsTable(root: string): string[] {
  const folder = join(root, 'node_modules/@img', `sharp-libvips-linux-${process.arch}`)
  const terms = readFileSync(join(folder, 'README.md'), 'utf8').match(/^\|.*\|$/gm) ?? []
  if (terms.length < 10) throw new Error(`${folder}/README.md has no table of licences any more`)
  return terms.map((line) => line.replace(/ {2,}/g, ' ').replace(/-{4,}/g, '---'))
}

const code = (text: string) => ['```text', text.trim().replace(/\r/g, ''), '```', '']

function npmTable(packages: readonly NpmPackage[]): string[] {
  const lines = packages.map(
    ({ name, version, license, optional }) => `| ${name} | ${version} | ${license} | ${optional ? 'optional' : ''} |`,
  )
  return ['| package | version | licence | |', '| --- | --- | --- | --- |', ...lines, '']
}

/** The texts that must go with the software, each once. */
function texts(root: string, components: readonly Component[], packages: readonly NpmPackage[]): string[] {
  const found = new Map<string, string>()
  for (const { name, text } of components) if (text) found.set(name, text)
  for (const { name } of packages) {
    const file = licenseFile(root, name)
    if (!file) throw new Error(`node_modules/${name} has no file with its licence`)
    found.set(name, file)
  }
  return [...found].flatMap(([name, file]) => [`### ${name}`, '', ...code(readFileSync(join(root, file), 'utf8'))])
}

/** The document, and what must be decided before it can be right. */
export async function thirdParty(root: string): Promise<{ text: string; faults: string[] }> {
  const { linked, faults } = linkedInto(root)
  const inside = await bundled(root)
  const beside = installed(root)
  const packages = [...beside, ...inside.map((one) => one.package)]
  const unknown = packages.filter((one) => !isAccepted(one))
  faults.push(
    ...unknown.map(
      ({ name, license }) => `${name} has the licence ${license}, which tools/release/third-party.ts does not accept`,
    ),
  )
  const all = [...new Set(linked.flatMap(({ components }) => components))]
  const { name: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
  const lines = [
    '<!-- Written by `npm run third-party`. Do not edit. -->',
    '# Third-party software',
    '',
    'What is linked into, bundled with or installed beside penstock, and under which terms. penstock itself has the MIT licence',
    '([LICENSE](LICENSE)). Versions of what is linked differ by build: the SBOM of a release has them.',
    '',
    '## In the native libraries',
    '',
    '| component | licence | in |',
    '| --- | --- | --- |',
    ...all.map((component) => {
      const users = linked.filter(({ components }) => components.includes(component))
      return `| ${component.name} | ${component.license} | ${users.map(({ library }) => `\`${own}-${library.id}\``).join(', ')} |`
    }),
    '',
    ...all.flatMap(({ name, terms }) => (terms ? [`- **${name}**: ${terms}`] : [])),
    '',
    'A library that is built on your machine contains the C++ library of your compiler.',
    '',
    '## In the JavaScript',
    '',
    '| package | version | licence | in |',
    '| --- | --- | --- | --- |',
    ...inside.map(
      ({ file, package: { name, version, license } }) => `| ${name} | ${version} | ${license} | \`${file}\` |`,
    ),
    '',
    '## Installed by npm',
    '',
    ...npmTable(beside),
    '`@img/sharp-libvips-*` is libvips with its libraries, for image formats other than JPEG, JPEG 2000, BMP and PNM. It is loaded at run time, and penstock',
    'works without it. OpenJPEG (BSD 2-Clause), for JPEG 2000, is loaded at run time too, where the system has it; no package of penstock holds',
    'it. A video plugin that is built on your machine loads its FFmpeg (libavformat, libavcodec and libavutil: LGPL-2.1-or-later, or GPL as many',
    'distributions build them). The package of libvips states these terms:',
    '',
    ...libvipsTable(root),
    '',
    '## Photos',
    '',
    'The photos of `data/photos` are in the public domain or under CC0: [data/README.md](data/README.md) names the source of each.',
    '',
    '## Letters',
    '',
    'The letters on contact sheets (`dist/preview/glyphs.js`) are pictures of those of Roboto, Copyright 2011 Google Inc., under Apache-2.0: the text of',
    'comlink’s licence below is that of Roboto’s.',
    '',
    '## Texts',
    '',
    ...texts(
      root,
      all,
      inside.map((one) => one.package),
    ),
  ]
  return { text: `${lines.join('\n').trim()}\n`, faults }
}

/** One line for each reason why THIRD_PARTY.md is not right. */
export async function faultsOfThirdParty(root: string): Promise<string[]> {
  const { text, faults } = await thirdParty(root)
  const file = join(root, documentPath)
  const stale = !existsSync(file) || readFileSync(file, 'utf8') !== text
  return [...faults, ...(stale ? [`${documentPath} is stale: run \`npm run third-party\``] : [])]
}

async function main(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  if (!process.argv.includes('--check')) {
    const { text, faults } = await thirdParty(root)
    if (!faults.length) writeFileSync(join(root, documentPath), text)
    report(faults, `${documentPath} written`)
  } else report(await faultsOfThirdParty(root), `${documentPath} is up to date`)
}

function report(faults: readonly string[], well: string): void {
  if (faults.length) console.error(faults.join('\n'))
  else console.log(well)
  process.exitCode = faults.length ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
