// Lists of folders, which stores give in pages. Each list ends, whatever a store answers.
import { StoreFailure } from './failure.js'
import { defaultLimits, Limits } from './limits.js'
import type { Page } from './listing.js'
import { type ReadOptions, readObject, type Target } from './object.js'
import type { Give, StoreEnd } from './protocol.js'

/** Bytes of a page of a list: 1,000 names of up to 1 KiB, each letter of which may be written as three. */
const pageBytes = 2 ** 24
/** A list may have this many pages, and one more for each `leastNames` names: most pages have 1,000, and few are empty. */
const sparePages = 100
const leastNames = 100

/** Gives the names of a list's pages: of all of them, or of the first one that has any. */
export async function givePages(
  pageAt: (token: string | undefined) => Promise<Page>,
  all: boolean,
  give: Give,
  options: ReadOptions,
): Promise<StoreEnd> {
  const limits = new Limits(options.limits)
  let found = 0
  let marked = false
  let bytes = 0
  for (let pages = 1, token: string | undefined; ; pages++) {
    const page = await pageAt(token)
    marked ||= page.marked
    found += page.lines.length
    const lines = Buffer.from(page.lines.join(''))
    bytes += lines.length
    limits.checkSize(bytes)
    give(lines, 0)
    if (!page.token || (found && !all)) break
    if (page.token === token || pages > sparePages + found / leastNames) {
      throw new StoreFailure("the store's list of the folder does not end", { hint: 'Check what the URL names' })
    }
    token = page.token
  }
  if (!found && !marked)
    throw new StoreFailure('there is no such folder, or it is empty', { missing: true, hint: 'Check the URL' })
  return { total: bytes }
}

/** The text of a page, or of another answer of a store's own that is no object. */
export async function pageText(target: Target, options: ReadOptions): Promise<string> {
  const chunks: Buffer[] = []
  const limits = { ...(options.limits ?? defaultLimits), maxObjectBytes: pageBytes }
  const range = { offset: 0, size: -1, tag: '' }
  await readObject(target, range, (bytes) => chunks.push(Buffer.from(bytes)), { ...options, limits })
  return Buffer.concat(chunks).toString()
}
