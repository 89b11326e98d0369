// `npm run check` names the lines of src that name a reader.
import { expect, test } from 'vitest'
import { namedReaders } from '../tools/check/reader-names.js'
import type { OpSchema } from '../tools/schemas/op-json.js'

const reader = {
  name: 'readers.tar',
  symbol: 'readers_tar',
  reader: true,
  args: { tarRoot: { for: 'index' }, files: { for: 'index' }, shardId: { for: 'sampler' }, dontUseMmap: {} },
} as unknown as OpSchema
const schemas = [reader, { name: 'resize', symbol: 'resize', reader: false, args: {} } as unknown as OpSchema]
const found = (text: string, path = 'src/engine/inputs.ts') => namedReaders([{ path, text }], schemas)

test.each([
  "const op = 'readers.tar'",
  '/** As in readers.tar. */',
  'look(stage.reader.tarRoot)',
  'native/ops/readers_tar',
])('a line that names a reader, or an argument of its own, is reported: %s', (line) => {
  expect(found(`const a = 1\n${line}`)).toEqual([expect.stringMatching(/^src\/engine\/inputs\.ts:2 names \w+/)])
})

test('names that all readers have, and the demo, are allowed', () => {
  expect(found('const { files, shardId, dontUseMmap } = readers.target, resize')).toEqual([])
  expect(found("fn.readers.tar({ tarRoot: '.' })", 'src/cli/job.ts')).toEqual([])
})
