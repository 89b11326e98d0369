// The dashboard's page in Chromium, with real pipelines: what it shows is what statistics() says, by keys and for screen
// readers too, in both colour schemes and from 360 pixels to 4k, and no name of a file can do anything.
// @module-tag long
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type DataNode,
  fn,
  type Pipeline,
  type PipelineOptions,
  pipelineDef,
  type TensorList,
  types,
} from 'penstock-data'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photos } from '../cli/cli.js'
import { tempFolder } from '../util/files.js'
import { program, start } from './chromium.js'
import { openPage } from './page.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Pipe = Pipeline<readonly TensorList[]>

function pipeline(root = photos, options: PipelineOptions = {}): Pipe {
  const make = pipelineDef(
    { batchSize: 8, numThreads: 2, seed: 3, onError: 'skip', memoryBudget: { host: 2 ** 29 }, ...options },
    () => {
      const [files, labels] = fn.readers.file({ fileRoot: root, randomShuffle: true, name: 'train' })
      const images = fn.resize(fn.decoders.imageRandomCrop(files, { outputType: types.RGB }), { size: [96, 128] })
      return [images, labels]
    },
  )
  return make() as unknown as Pipe
}

/** Takes batches until it is told to stop. */
function drive(pipe: Pipe): () => Promise<void> {
  let on = true
  const done = (async () => {
    while (on) {
      for await (const [images] of pipe) {
        images!.release()
        if (!on) break
      }
    }
  })()
  // A test that fails closes the pipeline under the loop.
  done.catch(() => {})
  return async () => {
    on = false
    await done
  }
}

const text = async (page: Page | Locator, selector: string) =>
  (await page.locator(selector).first().textContent()) ?? ''
const whole = (n: number) => n.toLocaleString('en-US')

describe.skipIf(!program)('the page', { timeout: 300_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await start()
  }, 120_000)
  afterAll(() => browser?.close())

  it('shows exactly what statistics() says', async () => {
    await using pipe = pipeline()
    await using dashboard = await pipe.dashboard({ keepOpen: true })
    // Without it, bars are still on the way to their widths when the test measures them.
    const { page, faults } = await openPage(browser, dashboard.url, { reducedMotion: 'reduce' })
    const stop = drive(pipe)
    await page.locator('#sheet button').first().waitFor()
    // The picture and the numbers come apart: the state may be that of half a second ago.
    await page.locator('#state', { hasText: 'running' }).waitFor()
    await stop()
    await pipe.close()
    await page.locator('#state', { hasText: 'ended' }).waitFor()
    const { stages, mailboxes, verdict, memory, badTotal } = pipe.statistics()
    const sink = stages.at(-1)!
    expect(await text(page, '#verdict-text')).toBe(verdict.text)
    expect(await text(page, '#number-samples')).toBe(whole(sink.samples))
    expect(await text(page, '#number-rate')).toBe(
      sink.samplesPerSecond < 100
        ? String(Number(sink.samplesPerSecond.toPrecision(3)))
        : whole(Math.round(sink.samplesPerSecond)),
    )
    expect(await text(page, '#number-bad')).toBe(whole(badTotal))
    expect(Number(await page.locator('[data-number=memory] meter').getAttribute('value'))).toBe(memory.host)
    for (const [i, stage] of stages.entries()) {
      const box = page.locator('.stage').nth(i)
      expect(await box.locator('h3').textContent()).toBe(stage.name)
      const shares = [stage.busy, stage.starved, stage.blocked]
      const shown = [...(await text(box, '.shares')).matchAll(/([\d.]+) %/g)].map(([, n]) => Number(n) / 100)
      expect(shown).toHaveLength(3)
      for (const [k, share] of shares.entries()) expect(Math.abs(shown[k]! - share)).toBeLessThanOrEqual(0.0051)
      const bars = await box
        .locator('.stack i')
        .evaluateAll((all) => all.map((bar) => Number((bar as HTMLElement).style.getPropertyValue('--share'))))
      expect(bars).toEqual(shares)
      const { width } = (await box.locator('.stack').boundingBox())!
      const busy = (await box.locator('.stack i.busy').boundingBox())!
      expect(Math.abs(busy.width / width - stage.busy)).toBeLessThan(0.02)
      expect((await text(box, 'em')).includes('limits the run')).toBe(stage.name === verdict.stage)
    }
    for (const [i, { from, to, capacity }] of mailboxes.entries()) {
      const words = await page.locator('.mailbox').nth(i).getAttribute('aria-label')
      expect(words).toContain(`Mailbox from ${from} to ${to}: 0 of ${capacity} batches`)
    }
    const ops = stages.flatMap((stage) => stage.ops.map((op) => [stage.name, whole(op.samples), whole(op.warned)]))
    const rows = await page
      .locator('#ops tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
    expect(rows.map((row) => [row[1], row[5], row[6]])).toEqual(ops)
    expect(faults).toEqual([])
  })

  it('offers trace and statistics as files, and draws the trace', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const { page, faults } = await openPage(browser, url)
    const stop = drive(pipe)
    await page.locator('#sheet button').first().waitFor()
    for (const [id, name, key] of [
      ['get-trace', 'penstock-trace.json', 'traceEvents'],
      ['get-statistics', 'penstock-statistics.json', 'stages'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${id}`)])
      expect(download.suggestedFilename()).toBe(name)
      expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toHaveProperty(key)
    }
    await page.click('#take')
    const canvas = page.locator('#timeline canvas')
    await expect
      .poll(() => canvas.getAttribute('aria-label'), { timeout: 60_000 })
      .toMatch(/^Timeline, .*train: .*thread 1: /)
    const lanes = page.locator('#timeline tbody th')
    expect(await lanes.allTextContents()).toEqual(expect.arrayContaining(['train', 'cpu', 'sink', 'thread 1']))
    const before = await canvas.getAttribute('aria-label')
    await canvas.press('+')
    await expect.poll(() => canvas.getAttribute('aria-label')).not.toBe(before)
    await stop()
    expect(faults).toEqual([])
  })

  it('can be used by keys alone', async () => {
    await using pipe = pipeline()
    await using dashboard = await pipe.dashboard({ keepOpen: true })
    const { page, faults } = await openPage(browser, dashboard.url)
    const stop = drive(pipe)
    await page.locator('#sheet button').first().waitFor()
    await stop()
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        return element.getAttribute('aria-label') ?? element.id ?? element.textContent
      })
    const seen: string[] = []
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      const what = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement
        return element.closest('#sheet')
          ? 'sheet'
          : element.type === 'radio'
            ? 'span'
            : element.id || element.className || element.tagName
      })
      seen.push(what)
      if (what === 'span') {
        await page.keyboard.press('ArrowRight')
        expect(await page.locator('#span input:checked').getAttribute('value')).toBe('whole')
      }
      if (what === 'sheet') break
    }
    expect(seen.slice(0, 3)).toEqual(['skip', 'get-trace', 'get-statistics'])
    expect(seen).toContain('span')
    // The whole sheet is one stop; arrows go on in it.
    const first = await focused()
    await page.keyboard.press('ArrowRight')
    const second = await focused()
    expect(second).toMatch(/^Sample .*\.jpg \(\d+\), output 1: [a-z]+/)
    expect(second).not.toBe(first)
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog[open]')
    await dialog.locator('.pair canvas').nth(1).waitFor()
    expect(await dialog.locator('figcaption').allTextContents()).toEqual(['Before', 'After'])
    const title = await text(page, '#sample-title')
    expect(second).toContain(title)
    // The picture before is the file as it is; that after has the size that the pipeline makes.
    const sizes = await dialog
      .locator('canvas')
      .evaluateAll((all) => all.map((c) => [(c as HTMLCanvasElement).width, (c as HTMLCanvasElement).height]))
    expect(sizes[1]).toEqual([128, 96])
    expect(sizes[0]![0]).toBeGreaterThan(128)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => text(page, '#sample-title')).not.toBe(title)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused()).toBe(second)
    expect(faults).toEqual([])
  })

  it('keeps the focus where it is while batches and bad samples come', async () => {
    const root = tempFolder()
    cpSync(photos, root, { recursive: true })
    writeFileSync(join(root, 'animals/text.jpg'), 'this is not an image')
    await using pipe = pipeline(root)
    await using dashboard = await pipe.dashboard()
    const { page, faults } = await openPage(browser, dashboard.url)
    const stop = drive(pipe)
    const more = async () => {
      const before = await text(page, '#bad-total')
      await expect.poll(() => text(page, '#bad-total'), { timeout: 30_000 }).not.toBe(before)
    }
    for (const part of ['#bad', '#sheet']) {
      await page.locator(`${part} button`).first().focus()
      const button = await page.evaluateHandle(() => document.activeElement)
      const hasFocus = () => button.evaluate((element) => element === document.activeElement)
      expect(await page.locator(`${part} :focus`).count()).toBe(1)
      await more()
      expect(await hasFocus(), part).toBe(true)
      await page.keyboard.press('Enter')
      await page.locator('dialog[open]').waitFor()
      await more()
      // A new sheet comes every 4 s.
      if (part === '#sheet') await page.waitForTimeout(5000)
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      expect(await hasFocus(), part).toBe(true)
    }
    // What was held back comes when the focus leaves.
    const first = () => text(page, '#bad tbody tr')
    const before = await first()
    await page.locator('#take').focus()
    await expect.poll(first).not.toBe(before)
    await stop()
    expect(faults).toEqual([])
  })

  it('fits from 360 pixels to 4k, in both colour schemes, and accessibility rules hold', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const stop = drive(pipe)
    for (const [colorScheme, width, height] of [
      ['light', 360, 740],
      ['dark', 768, 1024],
      ['dark', 3840, 2160],
      ['light', 3840, 2160],
    ] as const) {
      const { page, faults } = await openPage(browser, url, { viewport: { width, height }, colorScheme })
      await page.locator('#sheet button').first().waitFor()
      await page.click('#take')
      await page.locator('#timeline canvas').waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([colorScheme, width, wide]).toEqual([colorScheme, width, width])
      // Boxes do not cover one another.
      const boxes = (
        await page.locator('.stage').evaluateAll((all) => all.map((box) => box.getBoundingClientRect()))
      ).map(({ left, top, right, bottom }) => ({ left, top, right, bottom }))
      for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(i + 1))
          expect(a.right <= b.left || a.bottom <= b.top || b.right <= a.left || b.bottom <= a.top).toBe(true)
      }
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        `${axe}; axe.run()`,
      )
      expect([colorScheme, width, violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])]).toEqual([
        colorScheme,
        width,
        [],
      ])
      expect(faults).toEqual([])
      await page.context().close()
    }
    await stop()
  })

  it('draws boxes, in the format that is chosen', async () => {
    const image = { data: new Uint8Array(60 * 80 * 3).fill(90), shape: [60, 80, 3], layout: 'HWC' }
    const boxes = { data: Float32Array.of(20, 10, 50, 40), shape: [1, 4] }
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => {
      return fn.externalSource({
        source: () => [image, boxes] as never,
        batch: false,
        numOutputs: 2,
      }) as never as DataNode[]
    })() as unknown as Pipe
    const { url } = await pipe.dashboard()
    const { page, faults } = await openPage(browser, url)
    const stop = drive(pipe)
    await page.locator('#sheet button').first().click()
    const canvas = page.locator('dialog .pair canvas').first()
    await canvas.waitFor()
    const isYellow = (x: number, y: number) =>
      canvas.evaluate(
        (c, [x, y]) => {
          const [r, g, b] = (c as HTMLCanvasElement).getContext('2d')!.getImageData(x!, y!, 1, 1).data
          return r! > 200 && g! > 150 && b! < 100
        },
        [x, y],
      )
    // Corners first, as the numbers suggest: the box ends at 50, 40.
    expect([await isYellow(35, 10), await isYellow(35, 39), await isYellow(35, 25)]).toEqual([true, true, false])
    await page.selectOption('#box-format', 'xywh')
    expect([await isYellow(35, 49), await isYellow(35, 39)]).toEqual([true, false])
    await stop()
    // Chromium would have this test's own reading of pixels done in another way.
    expect(faults.filter((fault) => !fault.includes('willReadFrequently'))).toEqual([])
  })

  it('moves nothing where less motion is wanted', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    for (const [reducedMotion, seconds] of [
      ['reduce', '0s'],
      ['no-preference', '0.3s'],
    ] as const) {
      const { page } = await openPage(browser, url, { reducedMotion })
      await page.locator('.stack i').first().waitFor({ state: 'attached' })
      expect(
        await page
          .locator('.stack i')
          .first()
          .evaluate((bar) => getComputedStyle(bar).transitionDuration),
      ).toBe(seconds)
    }
  })

  it('shows names of hostile files as text', async () => {
    const root = tempFolder()
    const hostile = [
      '<img src=x onerror=alert(1)>.jpg',
      '"><script>alert(2)<\u002fscript>.jpg'.replaceAll('/', '\u2215'),
      "' onmouseover='alert(3)'.jpg",
      '\u202egnp.jpg',
      'javascript:alert(4).jpg',
      `${'long'.repeat(55)}.jpg`,
    ]
    const good = readFileSync(join(photos, 'animals/cat.jpg'))
    for (const [i, name] of hostile.entries()) {
      writeFileSync(join(root, name), 'no image')
      writeFileSync(join(root, `${i}${name}`.slice(0, 240).replace(/(\.jpg)?$/, '.jpg')), good)
    }
    await using pipe = pipeline(root, { batchSize: 4 })
    await using dashboard = await pipe.dashboard({ keepOpen: true })
    const { page, faults } = await openPage(browser, dashboard.url)
    const stop = drive(pipe)
    await page.locator('#sheet button').first().waitFor()
    await expect
      .poll(() => page.locator('#bad tbody tr').count(), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(hostile.length)
    await stop()
    await pipe.close()
    await page.locator('#state', { hasText: 'ended' }).waitFor()
    const names = await page.locator('#bad tbody button').allTextContents()
    for (const name of hostile) expect(names.some((shown) => shown.endsWith(`/${name}`))).toBe(true)
    expect(await page.locator('img, script:not([type=module]), iframe').count()).toBe(0)
    for (const button of await page.locator('#sheet button').all()) await button.hover()
    await page.locator('#bad tbody button', { hasText: 'onerror' }).first().click()
    await page.locator('dialog .reason').first().waitFor()
    expect(await text(page, 'dialog')).toContain('<img src=x onerror=alert(1)>.jpg')
    expect(faults).toEqual([])
  })

  it('refuses clients without the token, frames, and calls from other sites', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const bare = new URL(url)
    bare.search = ''
    const { page } = await openPage(browser, String(bare))
    expect(await page.locator('body').textContent()).toContain('The token is missing or wrong')
    // Another page of the browser: its requests are refused, and answers stay closed to it.
    const other = await browser.newPage()
    await other.route('http://other.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<iframe></iframe>' }),
    )
    await other.goto('http://other.example/')
    const answer = await other.evaluate(
      (to) =>
        fetch(to).then(
          (r) => r.text(),
          (error) => String(error),
        ),
      url,
    )
    expect(answer).toContain('Failed to fetch')
    await other.close()
  })
})
