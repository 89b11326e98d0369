// Lists the components that are compiled or linked into the native libraries, beside penstock's own code: one entry
// for each, with its licence and how it is recognised. A header or an archive that no entry knows fails the check
// (native.ts).
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Component {
  name: string
  /** SPDX expression. */
  license: string
  /** File of tools/release/licenses, or of an npm package, with the text that must go with it. */
  text?: string
  /** In place of a text: why none has to go with it, or where it is. */
  terms?: string
  purl?: string
  /** Headers, as #include names them. */
  headers?: RegExp
  /** Archives or -l options of a link. */
  archive?: RegExp
  /** A text in every file that contains the component. */
  trace?: RegExp
  /** Finds the version that a build on this machine takes; undefined where it is not here. */
  version(root: string): string | undefined
}

/** Macros of the headers that the compiler finds. */
function macros(...headers: string[]): Map<string, string> {
  const input = headers.map((header) => `#include <${header}>\n`).join('')
  try {
    const args = ['-E', '-dM', '-x', 'c++', '-']
    const text = execFileSync(process.env.CXX ?? 'c++', args, {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    return new Map([...text.matchAll(/^#define (\w+) (.*)$/gm)].map(([, name, value]) => [name!, value!]))
  } catch {
    return new Map()
  }
}

/** The version of a library of which the compiler finds the archive, from the file for pkg-config beside it. */
function versionOfArchive(archive: string, name: string): string | undefined {
  try {
    const found = execFileSync(process.env.CXX ?? 'c++', [`-print-file-name=${archive}`], { encoding: 'utf8' }).trim()
    const text = readFileSync(join(dirname(found), 'pkgconfig', `${name}.pc`), 'utf8')
    return /^Version: *(\S+)/m.exec(text)?.[1]
  } catch {
    return undefined
  }
}

const ofPackage = (name: string) => (root: string) => {
  const file = join(root, 'node_modules', name, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).version as string) : undefined
}

function versionOfLlvm(root: string): string | undefined {
  const file = join(root, '.zig/ziglang/lib/libcxx/include/__config')
  const [, major, minor, patch] =
    /_LIBCPP_VERSION (\d+)(\d\d)(\d\d)\b/.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? []
  return major && `${major}.${Number(minor)}.${Number(patch)}`
}

function versionOfCuda(root: string): string | undefined {
  const folder = join(root, '.cuda')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.flatMap((name) => /^nvidia_cuda_runtime-(.*)\.dist-info$/.exec(name)?.[1] ?? [])[0]
}

/** The version of a package of Debian's whose sources tools/package/av-libraries.sh has built. */
const versionOfBuilt = (line: number) => (root: string) => {
  const file = join(root, 'build-prebuilt/av-root-linux-x64/versions')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[line] : undefined
}

export const components: readonly Component[] = [
  {
    name: 'libjpeg-turbo',
    license: 'IJG AND BSD-3-Clause AND Zlib',
    text: 'tools/release/licenses/libjpeg-turbo.txt',
    purl: 'pkg:generic/libjpeg-turbo',
    headers: /^(?:jpeglib|jerror|jconfig|jmorecfg)\.h$/,
    archive: /\/libjpeg\.a$/,
    trace: /\blibjpeg-turbo\b/,
    version: () => macros('stdio.h', 'jpeglib.h').get('LIBJPEG_TURBO_VERSION'),
  },
  {
    name: 'nlohmann/json',
    license: 'MIT',
    text: 'tools/release/licenses/nlohmann-json.txt',
    purl: 'pkg:generic/nlohmann-json',
    headers: /^nlohmann\//,
    trace: /\[json\.exception\./,
    version: () => {
      const found = macros('nlohmann/json.hpp')
      const parts = ['MAJOR', 'MINOR', 'PATCH'].map((part) => found.get(`NLOHMANN_JSON_VERSION_${part}`))
      return parts.includes(undefined) ? undefined : parts.join('.')
    },
  },
  {
    name: 'libFLAC',
    license: 'BSD-3-Clause',
    text: 'tools/release/licenses/libflac.txt',
    purl: 'pkg:generic/libflac',
    headers: /^FLAC\//,
    archive: /\/libFLAC\.a$/,
    trace: /\bFLAC__STREAM_DECODER_ABORTED\b/,
    version: () => versionOfArchive('libFLAC.a', 'flac'),
  },
  {
    name: 'libvorbis',
    license: 'BSD-3-Clause',
    text: 'tools/release/licenses/libvorbis.txt',
    purl: 'pkg:generic/libvorbis',
    headers: /^vorbis\//,
    archive: /\/libvorbis\.a$/,
    version: () => versionOfArchive('libvorbis.a', 'vorbis'),
  },
  {
    name: 'libogg',
    license: 'BSD-3-Clause',
    text: 'tools/release/licenses/libogg.txt',
    purl: 'pkg:generic/libogg',
    headers: /^ogg\//,
    archive: /\/libogg\.a$/,
    version: () => versionOfArchive('libogg.a', 'ogg'),
  },
  {
    name: 'node-addon-api',
    license: 'MIT',
    text: 'node_modules/node-addon-api/LICENSE.md',
    purl: 'pkg:npm/node-addon-api',
    headers: /^napi\.h$/,
    version: ofPackage('node-addon-api'),
  },
  {
    name: "LLVM's libc++, libc++abi and libunwind",
    license: 'Apache-2.0 WITH LLVM-exception',
    terms: 'The LLVM exception lets compiled programs contain it without the text of the licence.',
    purl: 'pkg:generic/llvm-runtimes',
    trace: /libc\+\+abi: /,
    version: versionOfLlvm,
  },
  {
    name: "LLVM's libunwind",
    license: 'Apache-2.0 WITH LLVM-exception',
    terms: 'The LLVM exception lets compiled programs contain it without the text of the licence.',
    purl: 'pkg:generic/llvm-libunwind',
    trace: /libunwind: /,
    version: versionOfLlvm,
  },
  {
    name: "GCC's libstdc++",
    license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    terms: 'The GCC Runtime Library Exception lets programs that a compiler made contain it under their own terms.',
    purl: 'pkg:generic/libstdc%2B%2B',
    trace: /basic_string::_M_/,
    version: () =>
      macros('cstddef')
        .get('__VERSION__')
        ?.match(/\d+\.\d+\.\d+/)?.[0],
  },
  {
    name: 'FFmpeg',
    license: 'LGPL-2.1-or-later',
    terms:
      'Shared libraries beside the plugin, which can be exchanged. The package has their licence, FFmpeg.txt, and the scripts that build them; its README names the source.',
    purl: 'pkg:generic/ffmpeg',
    headers: /^lib(?:avformat|avcodec|avutil)\//,
    version: versionOfBuilt(0),
  },
  {
    name: 'dav1d',
    license: 'BSD-2-Clause',
    terms: 'A part of the FFmpeg of the package, which has its licence, dav1d.txt.',
    purl: 'pkg:generic/dav1d',
    version: versionOfBuilt(1),
  },
  {
    name: 'zlib',
    license: 'Zlib',
    terms: 'A part of the FFmpeg of the package, which has its licence, zlib.txt.',
    purl: 'pkg:generic/zlib',
    version: versionOfBuilt(2),
  },
  {
    name: 'nv-codec-headers',
    license: 'MIT',
    text: 'tools/release/licenses/nv-codec-headers.txt',
    purl: 'pkg:generic/nv-codec-headers',
    headers: /^ffnvcodec\//,
    version: () => {
      const file = '/usr/lib/pkgconfig/ffnvcodec.pc'
      const found = [file, file.replace('lib', 'share'), file.replace('lib', 'lib/x86_64-linux-gnu')].find(existsSync)
      return found && /^Version: *(\S+)/m.exec(readFileSync(found, 'utf8'))?.[1]
    },
  },
  {
    name: "NVIDIA's CUDA runtime",
    license: 'LicenseRef-NVIDIA-CUDA-EULA',
    terms:
      'Attachment A of the CUDA Toolkit End User License Agreement (https://docs.nvidia.com/cuda/eula/) lets programs contain libcudart_static.',
    purl: 'pkg:generic/cuda-runtime',
    headers: /^(?:cuda_runtime|nvjpeg)\.h$/,
    archive: /^-lcuda(?:rt_static|devrt)$/,
    version: versionOfCuda,
  },
]

/** The entry whose name a description begins with. */
export const componentFor = (description: string): Component | undefined =>
  [...components].sort((a, b) => b.name.length - a.name.length).find(({ name }) => description.startsWith(name))
