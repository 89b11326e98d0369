// The sidebar: which group a page belongs to follows from where it lies, and its order from docs/README.md. Groups are closed but
// for the one of the open page, which then stands on the first screen.
import type { Document } from './documents.js'

export interface Item {
  text: string
  link?: string
  collapsed?: boolean
  items?: Item[]
}

type Group = readonly [title: string, belongs: (path: string) => boolean]

/** What a user of another library opens. */
const isMigration = (path: string) => /^docs\/start\/(?:from|cheat-sheet)-/.test(path)

const groups: readonly Group[] = [
  ['Tutorial', (path) => path.startsWith('docs/start/tutorial/')],
  ['From other libraries', isMigration],
  ['Start', (path) => /^docs\/(?:README\.md$|start\/)/.test(path)],
  ['Imperative mode', (path) => /^docs\/guides\/dynamic/.test(path)],
  ['Guides', (path) => path.startsWith('docs/guides/')],
  ['Data formats', (path) => path.startsWith('docs/data/')],
  ['Python', (path) => path.startsWith('docs/python/')],
  ['GPU', (path) => path.startsWith('docs/gpu/')],
  ['Operators', (path) => path.startsWith('docs/operators/')],
  ['Reference', (path) => path.startsWith('docs/reference/')],
  ['Examples', (path) => path.startsWith('examples/')],
  ['Design', () => true],
]
/** The order in which the groups are shown, and in which each page leads to the next: the tutorial follows the installation. */
const order = [
  ...['Start', 'Tutorial', 'From other libraries', 'Guides', 'Imperative mode', 'Data formats', 'Python', 'GPU'],
  ...['Operators', 'Reference', 'Examples', 'Design'],
]

/** The first heading of a page, without marks. */
export const titleOf = (text: string) => (/^# (.*)$/m.exec(text)?.[1] ?? '').replace(/`/g, '')

/** The address of a page, as servers of plain files know it. */
export const addressOf = (page: string) => `/${page.replace(/\.md$/, '.html').replace(/(^|\/)index\.html$/, '$1')}`

/** Every page but the landing page is in one group. `titles` by path on the site; `operators`: groups, by operator. */
export function sidebarOf(
  documents: readonly Document[],
  titles: ReadonlyMap<string, string>,
  operators: ReadonlyMap<string, string>,
): Item[] {
  const shown = documents.filter(({ kind, path }) => kind !== 'file' && path !== 'README.md')
  const groupOf = ({ path }: Document) => groups.find(([, belongs]) => belongs(path))!
  const itemOf = ({ page }: Document): Item => ({ text: titles.get(page)!, link: addressOf(page) })
  const innerOf = ({ path }: Document) => operators.get(/^docs\/operators\/(.*)\.md$/.exec(path)?.[1] ?? '')
  return order.map((text) => {
    const members = shown.filter((one) => groupOf(one)[0] === text)
    // Its steps have numbers; other pages link to some of them first.
    if (text === 'Tutorial') members.sort((a, b) => (addressOf(a.page) < addressOf(b.page) ? -1 : 1))
    const inner = [...new Set(operators.values())].map((group) => ({
      ...{ text: group, collapsed: true },
      items: members.filter((one) => innerOf(one) === group).map(itemOf),
    }))
    const items = members.filter((one) => !innerOf(one)).map(itemOf)
    return { text, items: [...items, ...inner.filter(({ items }) => items.length)], collapsed: text !== 'Start' }
  })
}
