// Tables on phones: each cell says which column it is of, since its row stands as a block there (theme/style.css).

/** The part of markdown-it that is needed here. */
interface Token {
  type: string
  content: string
  attrSet(name: string, value: string): void
}
interface MarkdownIt {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): unknown } }
}

/** Gives the cells of tables an attribute with the head of their column, where it has one. */
export function labelCells(md: MarkdownIt): void {
  md.core.ruler.push('label_cells', ({ tokens }) => {
    let heads: string[] = []
    let column = 0
    tokens.forEach((token, i) => {
      if (token.type === 'thead_open') heads = []
      if (token.type === 'th_open') heads.push(tokens[i + 1]!.content.replace(/[`*]/g, ''))
      if (token.type === 'tr_open') column = 0
      if (token.type !== 'td_open') return
      const head = heads[column++]
      // The first cell is the name of the row.
      if (head && column > 1) token.attrSet('data-label', head)
    })
  })
}
