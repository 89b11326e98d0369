// What `npm run check` says of functions in src that are too long.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { longFunctions } from '../tools/function-length.js'
import { tempFolder } from './util/files.js'

const lines = (count: number) => '  x++\n'.repeat(count)

test('functions of more than 50 lines are named, with their place; comments above and generated code do not count', () => {
  const root = tempFolder()
  const files = {
    'src/short.ts': `/** A comment\n * above it. */\nexport function fits(x: number): void {\n${lines(48)}}\n`,
    'src/long.ts': `export function long(x: number): void {\n${lines(49)}}\n`,
    'src/kinds.ts': [
      `export const arrow = (x: number) => {\n${lines(49)}}\n`,
      `export class Kind {\n  constructor(x: number) {\n${lines(49)}}\n`,
      `  method(x: number) {\n${lines(49)}}\n  get value() {\n    let x = 0\n${lines(48)}    return x\n}\n}\n`,
      `;[1].forEach((x) => {\n${lines(49)}})\n`,
    ].join(''),
    'src/generated/table.ts': `export function table(x: number): void {\n${lines(49)}}\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: { types: [] }, include: ['src'] }))
  const found = longFunctions(root, Object.keys(files)).map((line) => line.replace(/ lines, .*/, ''))
  expect(found).toEqual([
    'src/long.ts:1: long has 51',
    'src/kinds.ts:1: arrow has 51',
    'src/kinds.ts:53: Kind has 51',
    'src/kinds.ts:104: method has 51',
    'src/kinds.ts:155: value has 52',
    'src/kinds.ts:208: a function without a name has 51',
  ])
})
