// Computes the anchors of headings in Markdown documents. GitHub, npm and the site of the documentation give a heading
// the same one.

/** The anchor of a heading: its text without marks of Markdown, in lower case, with a hyphen for each blank. */
export function anchorOf(title: string): string {
  const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return plain.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
}

/** The anchors of all headings of a document. */
export function anchorsOf(text: string): Set<string> {
  const titles = [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ +(.*)$/gm)]
  return new Set(titles.map(([, title]) => anchorOf(title!)))
}
