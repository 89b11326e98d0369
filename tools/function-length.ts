// Checks the length of functions in src, for `npm run check`: from the first line of the signature to the last line,
// including nested functions, without the comment above.
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

const mostLines = 50

/** Functions, methods, accessors, constructors and arrow functions. */
type FunctionNode = Node & { readonly parameters: unknown; readonly body: Node }

const isFunction = (node: Node): node is FunctionNode => {
  const { parameters, body } = node as Partial<FunctionNode>
  return parameters !== undefined && body !== undefined
}

/** A name by which a reader can find the function. */
function nameOf(node: Node): string {
  const { name, parent } = node as Node & { name?: Node }
  const named = name ?? (parent as Node & { name?: Node }).name
  return named?.getText() ?? 'a function without a name'
}

function longIn(file: string, source: SourceFile): string[] {
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const found: string[] = []
  const visit = (node: Node): undefined => {
    if (isFunction(node)) {
      const first = lineOf(node.getStart())
      const lines = lineOf(node.getEnd()) - first + 1
      if (lines > mostLines) {
        found.push(
          `${file}:${first}: ${nameOf(node)} has ${lines} lines, at most ${mostLines}; split it by what it does`,
        )
      }
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** Returns the functions of more than 50 lines in the project of `root`/tsconfig.json, except generated code. */
export function longFunctions(root: string, files: readonly string[]): string[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()
    return files.flatMap((file) => {
      const source = file.startsWith('src/generated/') ? undefined : project?.program.getSourceFile(`${root}/${file}`)
      return source ? longIn(file, source) : []
    })
  } finally {
    api.close()
  }
}
