// Starts Chromium for tests of pages: the dashboard's, and the site's. tools/install/browser.sh installs it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']

function find(): string | undefined {
  const { PENSTOCK_CHROMIUM: given, PATH = '' } = process.env
  const candidates = [
    ...(given ? [given] : []),
    ...names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name))),
  ]
  return candidates.find((path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0)
}

/** The program; undefined where there is none, and then the reason was printed. */
export const program = find()
if (!program)
  console.log('Pages are not tested in a browser: no Chromium starts here; `sh tools/install/browser.sh` installs it')

/** Starts it with an empty profile that is removed at its end. */
export function start(): Promise<Browser> {
  return chromium.launch({
    executablePath: program!,
    // As root it starts without a sandbox only; the pages that it opens are the project's own.
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })
}
