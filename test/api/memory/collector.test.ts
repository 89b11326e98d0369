// The collector of src/data leaves the flags of V8 as they are: with others, threads that start later would compile Node.js's own
// modules anew.
// @module-tag shared
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const collector = new URL('../../../dist/data/collector.js', import.meta.url).href
const code = `
  import { runInNewContext } from 'node:vm'
  import { garbageCollector } from ${JSON.stringify(collector)}
  const refs = Array.from({ length: 9 }, () => new WeakRef({}))
  await new Promise(setImmediate)
  garbageCollector('major')()
  console.log(runInNewContext('typeof gc'), refs.filter((ref) => ref.deref()).length)`

test.each([
  ['undefined', []],
  ['function', ['--expose-gc']],
])('a collection leaves gc() as it was in new contexts: %s', async (gc, flags) => {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', code])
  expect(stdout.trim()).toBe(`${gc} 0`)
})
