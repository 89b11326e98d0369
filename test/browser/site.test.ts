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
    ['/operators/decoders.imageRandomCrop.html', 1280, true],
    ['/operators/resize.html', 360, false],
    ['/from-dali.html', 3840, false],
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

  test('the search finds a page and opens it', async () => {
    const { page, faults } = await open('/', { width: 1280 })
    await page.keyboard.press('Control+k')
    await page.locator('.VPLocalSearchBox input').fill('gaussian')
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
