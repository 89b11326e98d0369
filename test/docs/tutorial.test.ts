// The tutorial: its pages show the programs of examples/tutorial as they are, and these print in a new project what the pages
// show. The one for TensorFlow.js is run by test/peers, the one for PyTorch by python/tests/test_examples.py.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import {
  makeProject,
  type Page,
  pageAt,
  printed,
  programs,
  programText,
  steady,
  tutorial,
} from '../../tools/docs/shown.js'
import { tempFolder } from '../util/files.js'

const pages = tutorial()
/** Commands of packages that are not dependencies. */
const elsewhere = /\bpython\b|tfjs/

/** What a page shows that its programs do not print. */
async function faults(page: Page, folder: string): Promise<object[]> {
  const found: object[] = []
  for (const { commands, output, varies } of page.runs) {
    if (elsewhere.test(commands)) continue
    const real = await printed(folder, commands)
    const same = varies ? `${steady(real)}` === `${steady(output)}` : real === output
    if (!same) found.push({ commands, output, real })
  }
  return found
}

test('shows every program, as it is', () => {
  const shown = pages.flatMap(({ shown }) => shown)
  for (const { name, text } of shown) expect(text, name).toBe(programText(name))
  expect(shown.map(({ name }) => name).sort()).toEqual(readdirSync(programs).sort())
})

/** The pages whose programs take less than a second of a processor together; the others are run by npm run test:long. */
const soon = /\/[124]-[\w-]+\.md$/

async function check(some: readonly Page[], runs: number): Promise<string> {
  const folder = makeProject(tempFolder())
  // Each page has files of its own.
  const found = await Promise.all(some.map((page) => faults(page, folder)))
  expect(found.flat(), '`npx tsx tools/docs/tutorial.ts` makes pages and pictures anew').toEqual([])
  expect(some.flatMap(({ runs }) => runs)).toHaveLength(runs)
  return folder
}

test('prints what it shows, and draws its pictures', async () => {
  const folder = await check(
    pages.filter(({ path }) => soon.test(path)),
    3,
  )
  for (const name of ['first-batch', 'augment']) {
    const [drawn, stored] = [join(folder, `${name}.png`), `docs/images/tutorial-${name}.webp`].map((path) =>
      nd.decoders.image(readFileSync(path), { outputType: 'rgb' }),
    )
    expect([name, drawn!.shape]).toEqual([name, stored!.shape])
    const [a, b] = [drawn!.dataSync() as Uint8Array, stored!.dataSync() as Uint8Array]
    // WebP loses about 3 of 255. Other draws of one photo differ by more than 20.
    const difference = a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length
    expect(difference, name).toBeLessThan(5)
  }
})

test('prints what it shows where that takes longer', { tags: 'long' }, async () => {
  await check(
    pages.filter(({ path }) => !soon.test(path)),
    9,
  )
})

test('a page that shows other output is found, and a program that fails', async () => {
  const folder = tempFolder()
  const page = (text: string) => {
    writeFileSync(join(folder, 'page.md'), text)
    return faults(pageAt(join(folder, 'page.md')), folder)
  }
  const shell = (commands: string, output: string, varies = '') =>
    `\`\`\`sh\n${commands}\n\`\`\`\n\n${varies}\`\`\`\n${output}\n\`\`\`\n`
  const varies = '<!-- varies -->\n'
  expect(await page(shell('echo a 1', 'a 1'))).toEqual([])
  expect(await page(shell('echo a 1', 'a 2'))).toEqual([{ commands: 'echo a 1', output: 'a 2', real: 'a 1' }])
  expect(await page(shell('echo a 1; echo b', 'a 2\nb 3', varies))).toEqual([])
  expect(await page(shell('echo a 1', 'b 1', varies))).toHaveLength(1)
  await expect(page(shell('echo a; exit 3', 'a'))).rejects.toThrow('exit 3')
})
