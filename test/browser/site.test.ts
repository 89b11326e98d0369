// @module-tag long
// The built site of the documentation in Chromium: pages render in light and dark, on a phone and on a desk, the search finds
// and opens pages, pictures are there, and nothing is asked of another server. `npm run docs` builds it.
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { program, start } from './chromium.js'

const site = fileURLToPath(new URL('../../site/dist', import.meta.url))
const built = existsSync(join(site, 'index.html'))
if (!built) console.log('The site is not tested in a browser: it is not built; `npm run docs` does that')

const kinds: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Serves files as they are, without rules of its own. */
function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://x').pathname)
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path)
    if (!existsSync(file)) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': kinds[extname(file)] ?? 'image/jpeg' }).end(readFileSync(file))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** What a page says of itself. */
interface Seen {
  title: string
  /** Pixels by which it scrolls sideways. */
  over: number
  light: boolean
  /** Pictures that did not load. */
  blank: number
}

describe.skipIf(!program || !built)('the site', () => {
  let browser: Browser
  let server: Server
  let address = ''
  beforeAll(async () => {
    server = await serve()
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await start()
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  /** Opens a page, and gives it with the list of what went wrong on it. */
  async function open(
    path: string,
    options: { width: number; dark?: boolean },
  ): Promise<{ page: Page; faults: string[] }> {
    const viewport = { width: options.width, height: 900 }
    const context = await browser.newContext({ viewport, colorScheme: options.dark ? 'dark' : 'light' })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('data:')) faults.push(`asks ${request.url()}`)
    })
    await page.goto(`${address}${path}`, { waitUntil: 'networkidle' })
    return { page, faults }
  }

  test.each([
    ['/', 1280, false],
    ['/', 360, true],
    ['/operators/', 1280, true],
    ['/operators/', 360, false],
    ['/operators/decoders.imageRandomCrop.html', 1280, true],
    ['/operators/resize.html', 360, false],
    ['/start/from-dali.html', 3840, false],
    ['/examples/train-loop.mjs.html', 360, true],
  ])('%s, %i pixels wide, dark: %s', async (path, width, dark) => {
    const { page, faults } = await open(path, { width, dark })
    const seen = await page.evaluate<Seen>(`({
      title: document.querySelector('h1')?.textContent ?? '',
      over: document.documentElement.scrollWidth - innerWidth,
      light: getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)',
      blank: [...document.images].filter((image) => image.complete && !image.naturalWidth).length,
    })`)
    expect(faults).toEqual([])
    expect(seen).toMatchObject({ over: 0, light: !dark, blank: 0 })
    expect(seen.title).not.toBe('')
    await page.context().close()
  })

  test('the sidebar opens where one is', async () => {
    for (const path of ['/operators/resize.html', '/reference/errors.html', '/start/tutorial/4-bad-file.html']) {
      const { page } = await open(path, { width: 1280 })
      const active = page.locator('.VPSidebarItem.is-link.is-active > .item').first()
      await expect.poll(async () => (await active.boundingBox())?.y ?? 1e9, { message: path }).toBeLessThan(900)
      await page.context().close()
    }
  })

  test('80 columns of code need no scrolling on a laptop', async () => {
    const { page } = await open('/operators/coordTransform.html', { width: 1280 })
    const block = "document.querySelector('.vp-doc [class*=language-] code')"
    const columns = await page.evaluate<number>(`(() => {
      const probe = ${block}.appendChild(document.createElement('span'))
      probe.textContent = 'x'.repeat(80)
      const room = ${block}.closest('pre').clientWidth - 2 * parseFloat(getComputedStyle(${block}).paddingLeft)
      return (80 * room) / probe.getBoundingClientRect().width
    })()`)
    expect(columns).toBeGreaterThanOrEqual(79.9)
    await page.context().close()
  })

  test('rows of tables stand as blocks on a phone, and say which column a cell is of', async () => {
    const { page } = await open('/operators/resize.html', { width: 360 })
    const cell = "document.querySelector('.vp-doc td:nth-child(2)')"
    expect(await page.evaluate(`getComputedStyle(${cell}).display`)).toBe('block')
    expect(await page.evaluate(`getComputedStyle(${cell}, '::before').content`)).toMatch(/type/)
    await page.context().close()
  })

  test('the landing page has cards that lead to pages, and its pictures do not lie on words', async () => {
    for (const width of [360, 1280]) {
      const { page } = await open('/', { width })
      expect(await page.locator('.task').count()).toBeGreaterThan(6)
      const [pictures, words] = [page.locator('.mosaic'), page.locator('.VPHero .heading')]
      const [a, b] = [(await pictures.boundingBox())!, (await words.boundingBox())!]
      expect(a.y + a.height <= b.y || a.x >= b.x + b.width, `${width} pixels`).toBe(true)
      await page.locator('.task li a').first().click()
      await page.waitForURL('**/start/tutorial/')
      await page.context().close()
    }
  })

  test('the search finds a page and opens it', async () => {
    const { page, faults } = await open('/', { width: 1280 })
    await page.keyboard.press('Control+k')
    await page.locator('.VPLocalSearchBox input').fill('gaussianBlur')
    await page.locator('.VPLocalSearchBox .result').first().waitFor()
    await expect.poll(() => page.locator('.VPLocalSearchBox .result').first().textContent()).toContain('gaussianBlur')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operators/gaussianBlur.html*')
    await expect.poll(() => page.locator('h1').textContent()).toContain('gaussianBlur')
    const loaded = "[...document.querySelectorAll('.before-after img')].map((image) => image.naturalWidth > 0)"
    await expect.poll(() => page.evaluate<boolean[]>(loaded)).toEqual([true, true])
    expect(faults).toEqual([])
    await page.context().close()
  })
})
