// src/processors/families/*.ts > src/generated/processors.ts: the list of families, so that a new one edits no file by hand.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from './files.js'

/** A name for an import of the file. */
const camel = (file: string) => file.replace(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase())

export function processorFiles(root: string): Files {
  const names = readdirSync(join(root, 'src/processors/families'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()
  const lines = [
    '// From src/processors/families by tools/gen.ts. Do not edit.',
    "import type { Family } from '../processors/family.js'",
    ...names.map((name) => `import ${camel(name)} from '../processors/families/${name}.js'`),
    '',
    'export const families: readonly Family[] = [',
    ...names.map((name) => `  ${camel(name)},`),
    ']',
    '',
  ]
  return { 'src/generated/processors.ts': lines.join('\n') }
}
