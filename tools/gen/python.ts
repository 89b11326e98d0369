// native/abi.json > python/penstock/_abi.py: the layout of a batch in shared memory, as Python reads it.

import { abiHash } from './abi.js'
import type { Files } from './files.js'

interface Abi {
  dtypes: readonly { name: string; id: number }[]
  arena: { constants: Readonly<Record<string, number>> }
  batchFlags: { values: Readonly<Record<string, number>> }
  sampleFlags: { values: Readonly<Record<string, number>> }
}

/** The constants of abi.json's "arena" that Python uses, in its spelling: hMagic becomes H_MAGIC. */
const spelled = (name: string) => name.replace(/([A-Z])/g, '_$1').toUpperCase()

export function pythonFiles(abi: Abi, text: string): Files {
  const lines = [
    '# From native/abi.json by tools/gen.ts. Do not edit.',
    '"""The layout of a batch in shared memory: offsets in bytes, little-endian."""',
    '',
    `HASH = "${abiHash(text)}"`,
    '',
    '# Names of dtypes by their number.',
    `DTYPES = (${abi.dtypes.map(({ name }) => `"${name}"`).join(', ')})`,
    '',
    ...Object.entries(abi.arena.constants).map(([name, value]) => `${spelled(name)} = ${value}`),
    '',
    ...Object.entries(abi.sampleFlags.values).map(([name, value]) => `SAMPLE_${spelled(name)} = ${value}`),
    '',
  ]
  return { 'python/penstock/_abi.py': lines.join('\n') }
}
