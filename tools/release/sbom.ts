// Makes the bill of materials of a release, CycloneDX as JSON: the packages as npm knows them (npm sbom), with the
// components that are compiled and linked into each native library.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installed } from './bundled.js'
import type { Component } from './components.js'
import type { Linked } from './native.js'

interface Entry {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  scope?: string
  licenses?: object[]
  [field: string]: unknown
}
export interface Bom {
  bomFormat: 'CycloneDX'
  specVersion: string
  metadata: { component: Entry }
  components: Entry[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * The package and the packages that it installs, as npm knows them. npm is asked for everything, because `--omit dev` also leaves out
 * what development needs too (npm 11.19); what the lock file marks as development's is left out here.
 */
function ofNpm(root: string): { bom: Bom; faults: string[] } {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--package-lock-only']
  const bom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 })) as Bom
  const wanted = new Set(installed(root).map(({ name, version }) => `${name}@${version}`))
  const id = ({ name, version }: Entry) => `${name}@${version}`
  bom.components = bom.components.filter((entry) => wanted.has(id(entry)))
  const there = new Set(bom.components.map(id))
  const refs = new Set([bom.metadata.component, ...bom.components].map((entry) => entry['bom-ref']))
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
  const faults = [...wanted].filter((one) => !there.has(one)).map((one) => `npm sbom does not name ${one}`)
  return { bom, faults }
}

function entryOf(component: Component, version: string): Entry {
  const purl = `${component.purl}@${version}`
  const licenses = [{ expression: component.license }]
  return { 'bom-ref': purl, type: 'library', name: component.name, version, purl, scope: 'required', licenses }
}

/** The bill, and the components whose version cannot be found on this machine. */
export function billOfMaterials(root: string, linked: readonly Linked[]): { bom: Bom; faults: string[] } {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'name' | 'version',
    string
  >
  const { bom, faults } = ofNpm(root)
  // npm takes the name of the folder.
  bom.metadata.component.name = name
  const main = bom.metadata.component['bom-ref']
  const native = new Map<Component, Entry>()
  for (const component of new Set(linked.flatMap(({ components }) => components))) {
    const found = component.version(root)
    if (found) native.set(component, entryOf(component, found))
    else faults.push(`the version of ${component.name} is not known here: build the packages on this machine first`)
  }
  const packages = linked.map(({ library, components }) => {
    const own = `${name}-${library.id}`
    const ref = `${own}@${version}`
    const licenses = [{ license: { id: 'MIT' } }]
    const entry: Entry = {
      'bom-ref': ref,
      type: 'library',
      name: own,
      version,
      purl: `pkg:npm/${ref}`,
      scope: 'optional',
      licenses,
    }
    return { entry, dependsOn: components.flatMap((component) => native.get(component)?.['bom-ref'] ?? []) }
  })
  bom.components.push(...native.values(), ...packages.map(({ entry }) => entry))
  bom.dependencies.push(
    ...packages.map(({ entry, dependsOn }) => ({ ref: entry['bom-ref'], dependsOn })),
    ...[...native.values()].map((entry) => ({ ref: entry['bom-ref'], dependsOn: [] })),
  )
  const ofMain = bom.dependencies.find(({ ref }) => ref === main)
  ofMain?.dependsOn.push(...packages.map(({ entry }) => entry['bom-ref']))
  return { bom, faults }
}
