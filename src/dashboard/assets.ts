// Makes the page: one file with its style and its code inside, so that it loads nothing, and the policy that keeps it
// so. tools/build-ts.sh writes the three parts to dist/dashboard.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { packageFile } from '../location.js'

export interface Page {
  html: Buffer
  policy: string
}

let page: Page | undefined

const part = (name: string) => readFileSync(packageFile(`dist/dashboard/${name}`), 'utf8')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Reads the page at the first call. */
export function pageOf(): Page {
  page ??= compose(part('page.html'), part('page.css'), part('page.js'))
  return page
}

export function compose(html: string, css: string, js: string): Page {
  // A function as replacement: the text may contain what replace() takes for a pattern.
  const whole = html
    .replace('<!-- style -->', () => `<style>${css}</style>`)
    .replace('<!-- script -->', () => `<script type="module">${js}</script>`)
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(js)}`,
    `style-src ${hashOf(css)}`,
    "connect-src 'self'",
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { html: Buffer.from(whole), policy: policy.join('; ') }
}
