// What errors advise where the package lies in a wheel of the Python package: its user has no sources there, and need not have npm.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a wheel without its addon or plugins says how a wheel with them is made', () => {
  const own = join(tempFolder(), 'penstock/_npm/node_modules/penstock-data')
  mkdirSync(own, { recursive: true })
  cpSync(join(root, 'package.json'), join(own, 'package.json'))
  cpSync(join(root, 'dist'), join(own, 'dist'), { recursive: true })
  const script = `
import { findPlugin, findVideoPlugin, loadAddon } from './dist/native-files.js'
try { loadAddon() } catch (error) { console.log(error.hint) }
console.log(findPlugin().cure)
console.log(findVideoPlugin().cure)`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    ...{ cwd: own, encoding: 'utf8', env: { PATH: process.env.PATH } },
  })
  const lines = printed.trim().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(
      /^Install the wheel for linux\S+, or one that `npm run build:native && pip install \.\/python` in a checkout/,
    ),
    expect.stringContaining('`npm run build:cuda && pip install ./python` in a checkout of penstock'),
    expect.stringContaining('`npm run build:native && pip install ./python` in a checkout of penstock'),
  ])
})
