// The sidebar: which group a page belongs to follows from where it lies, and its order from README.md.
import type { Document } from './documents.js'

export interface Item {
  text: string
  link?: string
  collapsed?: boolean
  items?: Item[]
}

type Group = readonly [title: string, belongs: (path: string) => boolean, collapsed?: boolean]

const groups: readonly Group[] = [
  ['Start', (path) => /^(README|docs\/(install|running|frameworks|serving|cli))\.md$/.test(path)],
  ['Coming from', (path) => /^docs\/from-/.test(path)],
  ['Imperative mode', (path) => /^docs\/dynamic/.test(path)],
  ['Operators', (path) => path.startsWith('docs/operators/'), true],
  ['Examples', (path) => path.startsWith('examples/'), true],
  [
    'How it is built',
    (path) => /^(?:docs\/(?:design\/|graph|fuzzing)|[A-Z_]+(?:\.md)?$|native\/|bench\/|src\/|data\/)/.test(path),
  ],
  ['Guide', () => true],
]
/** The order in which the groups are shown. */
const order = ['Start', 'Coming from', 'Guide', 'Imperative mode', 'Operators', 'Examples', 'How it is built']

/** The first heading of a page, without marks. */
export const titleOf = (text: string) => (/^# (.*)$/m.exec(text)?.[1] ?? '').replace(/`/g, '')

/** The address of a page, as servers of plain files know it. */
export const addressOf = (page: string) => `/${page.replace(/\.md$/, '.html').replace(/(^|\/)index\.html$/, '$1')}`

/** Every page is in one group. `titles` by path on the site. */
export function sidebarOf(documents: readonly Document[], titles: ReadonlyMap<string, string>): Item[] {
  const shown = documents.filter(({ kind }) => kind !== 'file')
  const groupOf = ({ path }: Document) => groups.find(([, belongs]) => belongs(path))!
  return order.map((text) => {
    const members = shown.filter((one) => groupOf(one)[0] === text)
    const items = members.map(({ page }) => ({
      text: titles.get(page)!,
      link: addressOf(page),
    }))
    const collapsed = groups.find(([title]) => title === text)![2]
    return { text, items, ...(collapsed && { collapsed }) }
  })
}
