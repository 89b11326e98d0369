// The list of operators as a gallery: the rows of a group's table become cards with a picture each.
import type { Figure } from './figures.js'

const row = /^\| \[(.+?)\]\(\.\/(.+?)\.md\) \| (.+?) \| (.+?) \| .*\|$/

/** Backquotes as code: the cards are HTML. */
const html = (text: string) => text.replace(/`([^`]+)`/g, '<code>$1</code>')

/** A name that may be broken where its words begin. */
const breakable = (name: string) => name.replace(/(?<=[.a-z])(?=[A-Z])|(?<=\.)/g, '<wbr>')

/** The page with cards in place of the tables whose rows begin with a link to an operator. */
export function galleryPage(page: string, figures: ReadonlyMap<string, Figure>): string {
  const out: string[] = []
  let open = false
  for (const line of page.split('\n')) {
    const [, name, file, summary, devices] = row.exec(line) ?? []
    if (name) {
      // The head of the table stands before its first row.
      if (!open) out.splice(-2, 2, '<div class="gallery">')
      open = true
      const { thumbnail, after } = figures.get(name)!
      const picture = `<img${after.length ? '' : ' class="tile"'} src="../${thumbnail}" alt="" loading="lazy">`
      const text = `<b>${breakable(name)}</b><span>${html(summary!)}</span><small>${devices}</small>`
      out.push(`<a class="operator" href="./${file}.html">${picture}${text}</a>`)
      continue
    }
    if (open) out.push('</div>')
    open = false
    out.push(line)
  }
  return out.join('\n')
}
