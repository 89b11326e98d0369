// `npm run release -- --dry-run`: checks everything that a release needs, writes the bill of materials, and prints the commands
// that would publish. It changes nothing elsewhere and asks no registry. Publishing itself is a person's, or CI's, decision.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentHashes } from './bytes.js'
import { faultsOfBytes, faultsOfChangelog, faultsOfMetadata, faultsOfVersion, manifestOf } from './manifest.js'
import { faultsOfBuilt, linkedInto } from './native.js'
import { billOfMaterials } from './sbom.js'
import { tarballs } from './tarballs.js'
import { faultsOfThirdParty } from './third-party.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const billPath = 'packages/sbom.cdx.json'

type Check = readonly [what: string, faults: () => string[] | Promise<string[]>]

function writeBill(): string[] {
  const { linked, faults } = linkedInto(root)
  const { bom, faults: more } = billOfMaterials(root, linked)
  mkdirSync(join(root, 'packages'), { recursive: true })
  writeFileSync(join(root, billPath), `${JSON.stringify(bom, null, 2)}\n`)
  return [...faults, ...more]
}

const checks: readonly Check[] = [
  ['version', () => faultsOfVersion(root)],
  ['change log', () => faultsOfChangelog(root)],
  ['metadata for provenance', () => faultsOfMetadata(manifestOf(root), 'package.json')],
  ['licences', () => faultsOfThirdParty(root)],
  ['bytes of results', () => faultsOfBytes(root, currentHashes(root))],
  ['packages', () => tarballs(root).faults],
  ['what is linked', () => faultsOfBuilt(root, linkedInto(root).linked)],
  ['bill of materials', writeBill],
]

async function main(args: readonly string[]): Promise<number> {
  if (args.length !== 1 || args[0] !== '--dry-run') {
    console.error(
      'usage: npm run release -- --dry-run\nIt checks a release, and prints the commands that publish it; it publishes nothing.',
    )
    return 2
  }
  let count = 0
  for (const [what, faultsOf] of checks) {
    const faults = await faultsOf()
    count += faults.length
    console.log(`${faults.length ? 'no' : 'ok'}  ${what}${faults.map((fault) => `\n      ${fault}`).join('')}`)
  }
  const { name, version } = manifestOf(root)
  if (count) {
    console.error(`\n${name} ${version} cannot be released: ${count} ${count === 1 ? 'fault' : 'faults'}`)
    return 1
  }
  console.log(`\n${name} ${version} is ready. These commands publish it:\n  git tag v${version}`)
  const { found } = tarballs(root)
  for (const { path } of found) console.log(`  npm publish ./${path}`)
  for (const path of [...found.map((one) => one.path), billPath]) {
    if (!existsSync(join(root, path))) continue
    console.log(
      `sha256 ${createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex')}  ${path}`,
    )
  }
  return 0
}

process.exitCode = await main(process.argv.slice(2))
