// Finds out what is really compiled and linked into the native libraries: from the headers that their sources include, the
// archives that their builds name, and what the files themselves contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Library, libraries } from '../package/libraries.js'
import { type Component, componentFor, components } from './components.js'

/** Headers of C, POSIX, Linux and the compiler. Those of C++ have no ending. */
const ofSystem = new Set(
  `cpuid dirent dlfcn emmintrin errno execinfo fcntl float immintrin inttypes limits locale malloc math pthread sched setjmp signal stdarg stddef
  stdint stdio stdlib string time ucontext unistd wctype x86intrin arm_neon`
    .split(/\s+/)
    .map((name) => `${name}.h`),
)
const isOfSystem = (header: string) =>
  !/\.|\//.test(header) || ofSystem.has(header) || /^(?:sys|linux|sanitizer)\//.test(header)

/** The library that a source is a part of. */
function libraryOf(path: string): Library['file'] {
  if (path.startsWith('av_plugin/')) return 'penstock_av.so'
  return path.endsWith('.cu') || /^gpu_plugin\/.*\.cc$/.test(path) ? 'penstock_cuda.so' : 'penstock.node'
}

/** The headers in angle brackets that the sources of a library include, directly or not, each with a file that does. */
export function includedHeaders(root: string, file: Library['file']): Map<string, string> {
  const native = join(root, 'native')
  const files = new Set(
    readdirSync(native, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.(?:cc|cu)$/.test(path) && !/^(?:test|fuzz)\//.test(path) && libraryOf(path) === file,
    ),
  )
  const found = new Map<string, string>()
  for (const path of files) {
    const text = readFileSync(join(native, path), 'utf8')
    for (const [, header] of text.matchAll(/^#\s*include <([^>]+)>/gm)) found.set(header!, `native/${path}`)
    for (const [, header] of text.matchAll(/^#\s*include "([^"]+)"/gm)) {
      const own = [header!, join(dirname(path), header!)].find((name) => existsSync(join(native, name)))
      if (own) files.add(own)
    }
  }
  return found
}

export interface Linked {
  library: Library
  components: Component[]
}

/** The components of each published library: those of its description, and those whose headers are compiled into it. */
export function linkedInto(root: string): { linked: Linked[]; faults: string[] } {
  const faults: string[] = []
  const linked = libraries.map((library) => {
    const parts = new Set<Component>()
    for (const description of library.contains) {
      const component = componentFor(description)
      if (component) parts.add(component)
      else
        faults.push(
          `tools/package/libraries.ts: ${library.id} contains "${description}", which components.ts does not know`,
        )
    }
    for (const [header, path] of includedHeaders(root, library.file)) {
      if (isOfSystem(header)) continue
      const component = components.find(({ headers }) => headers?.test(header))
      if (component) parts.add(component)
      else faults.push(`${path} includes <${header}>, which no entry of tools/release/components.ts knows`)
    }
    return { library, components: [...parts] }
  })
  return { linked, faults }
}

/** The archives that a build of the library names, its own ones left out; undefined where it was not built by Ninja. */
function archivesOf(root: string, { id, file }: Library): string[] | undefined {
  const build = join(root, file === 'penstock_cuda.so' ? 'build-cuda' : `build-prebuilt/${id}`, 'build.ninja')
  if (!existsSync(build)) return undefined
  const links = readFileSync(build, 'utf8').matchAll(/^ {2}LINK_LIBRARIES = (.*)$/gm)
  const words = [...links].flatMap(([, line]) => line!.split(/\s+/))
  const own = /(?:^|\/)libpenstock(?:_\w+)?\.a$/
  const ofSystemToo = /^-l(?:dl|rt|pthread|m|c)$/
  return [...new Set(words)].filter(
    (word) => /\.(?:a|so)$|^-l/.test(word) && !own.test(word) && !ofSystemToo.test(word),
  )
}

/** Compares the built libraries of build-prebuilt with what is said of them. */
export function faultsOfBuilt(root: string, linked: readonly Linked[]): string[] {
  return linked.flatMap(({ library, components: parts }) => {
    const path = `build-prebuilt/${library.id}/${library.file}`
    if (!existsSync(join(root, path))) return []
    const unknown = (archivesOf(root, library) ?? []).filter(
      (name) => !parts.some(({ archive }) => archive?.test(name)),
    )
    const bytes = readFileSync(join(root, path), 'latin1')
    const said = new Set(parts)
    return [
      ...unknown.map((name) => `${path} is linked with ${name}, which its list does not name`),
      ...components.flatMap((component) => {
        const there = component.trace?.test(bytes)
        if (there === undefined) return []
        if (!there && said.has(component)) return [`${path} has no trace of ${component.name}, which its list names`]
        // One entry may stand for several: libunwind is also part of LLVM's three libraries.
        const covered = parts.some(({ name }) => name.includes(component.name.replace(/^.*'s /, '')))
        return there && !covered ? [`${path} contains ${component.name}, which its list does not name`] : []
      }),
    ]
  })
}
