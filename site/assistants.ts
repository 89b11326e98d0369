// Gives the built site llms.txt, and the documents that it leads to as they are, at the paths that it names: coding assistants read Markdown.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from './documents.js'

export function copyForAssistants(root: string, dist: string, documents: readonly Document[]): void {
  cpSync(join(root, 'llms.txt'), join(dist, 'llms.txt'))
  const listed = [...readFileSync(join(root, 'llms.txt'), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, path]) => path!)
  const pages = documents.filter(({ kind }) => kind === 'document').map(({ path }) => path)
  for (const path of new Set([...listed, ...pages])) cpSync(join(root, path), join(dist, path), { recursive: true })
}
