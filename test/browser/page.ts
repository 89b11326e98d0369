// A page of the dashboard in a browser, with notes of all that it must not do.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export interface Watched {
  page: Page
  /** Errors, messages on the console, dialogs, and requests to other places. */
  faults: string[]
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  // Beside busy processes a step may take long.
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error}`))
  page.on('console', (message) => faults.push(`console: ${message.text()}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { origin } = new URL(url)
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url()))
      faults.push(`request: ${request.url()}`)
  })
  await page.goto(url)
  return { page, faults }
}
