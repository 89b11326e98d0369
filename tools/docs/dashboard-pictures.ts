// Makes the pictures of docs/guides/dashboard.md: `npx tsx tools/docs/dashboard-pictures.ts`, after a build. It shows a real
// run over the bundled photos, with a broken file among them, in Chromium.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { program, start } from '../../test/browser/chromium.js'
import { openPage } from '../../test/browser/page.js'
import { save } from './webp.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { fn, pipelineDef, types } = (await import(join(root, 'dist/index.js'))) as typeof import('../../src/index.js')

const folder = mkdtempSync(join(tmpdir(), 'penstock-pictures-'))
process.chdir(folder)
cpSync(join(root, 'data/photos'), 'photos', { recursive: true })
writeFileSync('photos/animals/half-a-download.jpg', 'not an image')

const train = pipelineDef({ batchSize: 32, numThreads: 2, seed: 42, memoryBudget: { host: 4e8 } }, () => {
  const [files, labels] = fn.readers.file({ fileRoot: 'photos', randomShuffle: true, name: 'train' })
  const cropped = fn.decoders.imageRandomCrop(files, { outputType: types.RGB, onError: 'skip' })
  const images = fn.cropMirrorNormalize(fn.resize(cropped, { size: [224, 224] }), {
    ...{ mirror: fn.random.coinFlip(), dtype: types.FLOAT, outputLayout: 'CHW' },
    ...{ mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] },
  })
  return { images, labels }
})

/** Writes a picture of the page, or of a part of it. */
const shoot = async (page: Page, name: string, part?: string) => {
  save(`dashboard-${name}`, await (part ? page.locator(part) : page).screenshot())
}

if (!program) process.exit(1)
const pipe = train()
const { url } = await pipe.dashboard()
const browser = await start()
let on = true
const running = (async () => {
  while (on) for await (const { images } of pipe) images.release()
})()
try {
  type Look = { seconds: number; deviceScaleFactor?: number }
  const open = async (width: number, height: number, colorScheme: 'light' | 'dark', { seconds, ...look }: Look) => {
    const { page } = await openPage(browser, url, { viewport: { width, height }, colorScheme, ...look })
    await page.locator('#sheet button').first().waitFor()
    await page.waitForTimeout(1000 * seconds)
    return page
  }
  await shoot(await open(1180, 940, 'light', { seconds: 25 }), 'light')
  const dark = await open(880, 560, 'dark', { seconds: 6, deviceScaleFactor: 0.8 })
  await dark.locator('#sheet button').nth(4).click()
  await dark.locator('.pair canvas').nth(1).waitFor()
  await shoot(dark, 'sample')
  const lanes = await open(1100, 700, 'light', { seconds: 3 })
  await lanes.click('#take')
  await lanes.locator('#timeline canvas').waitFor()
  await lanes.waitForTimeout(1000)
  await shoot(lanes, 'timeline', '#timeline')
  await shoot(await open(360, 1060, 'dark', { seconds: 8 }), 'narrow')
  // A screen of 4k, at a third of its pixels.
  await shoot(await open(3840, 2160, 'dark', { seconds: 20, deviceScaleFactor: 1 / 3 }), 'wide')
} finally {
  on = false
  await running
  await pipe.close()
  await browser.close()
  rmSync(folder, { recursive: true })
}
