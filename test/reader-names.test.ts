// What `npm run check` says of a line of src that names a reader.
import { expect, test } from 'vitest'
import type { OpSchema } from '../tools/gen/schema.js'
import { namedReaders } from '../tools/reader-names.js'

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
])('a line that names a reader, or what only it has, is told: %s', (line) => {
  expect(found(`const a = 1\n${line}`)).toEqual([expect.stringMatching(/^src\/engine\/inputs\.ts:2 names \w+/)])
})

test('what all readers have, and the demo, is allowed', () => {
  expect(found('const { files, shardId, dontUseMmap } = readers.target, resize')).toEqual([])
  expect(found("fn.readers.tar({ tarRoot: '.' })", 'src/cli/job.ts')).toEqual([])
})
