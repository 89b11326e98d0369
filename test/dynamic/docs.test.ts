// The snippets of docs/dynamic.md run, one after the other as one program, and print what their comments say.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('docs/dynamic.md', () => {
  const text = readFileSync(`${root}docs/dynamic.md`, 'utf8')
  const code = [...text.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]!).join('')
  const said = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map((match) => match[1]!)
  expect(said.length).toBeGreaterThan(5)
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' })
  expect(printed.trim().split('\n')).toEqual(said)
})
