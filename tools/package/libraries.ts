// Lists the packages with a native library that are published beside penstock-data: the content of each, where npm
// installs it, and what builds it.

export interface Library {
  /** The package's name is that of the main package, a dash, and this. */
  id: string
  file: 'penstock.node' | 'penstock_cuda.so' | 'penstock_av.so'
  cpu: 'x64' | 'arm64'
  libc: keyof typeof oldest
  /** A phrase for its description. */
  what: string
  /** The library's script in this folder, and its arguments. */
  prebuild: [script: string, ...args: string[]]
  /** The libraries that are linked into it, or lie beside it, with licences. */
  contains: string[]
  /** Who installs it: npm, with the main package, or the user who wants it. */
  installed: 'with the main package' | 'on request'
}

/** The value of npm's field that holds for all of them. */
export const os = 'linux'

/** The oldest C library of each kind that they run with. musl's is the one that its libvips of npm asks for. */
export const oldest = { glibc: '2.28', musl: '1.2.5' } as const

const byNpm = { installed: 'with the main package' } as const

const ofLlvm = "LLVM's libc++, libc++abi and libunwind (Apache-2.0 with LLVM exception)"
const ofAddon = [
  'libjpeg-turbo (IJG and BSD-3-Clause)',
  'nlohmann/json (MIT)',
  'libFLAC (BSD-3-Clause)',
  'libvorbis (BSD-3-Clause)',
  'libogg (BSD-3-Clause)',
  ofLlvm,
]

export const libraries: readonly Library[] = [
  ...(['glibc', 'musl'] as const).flatMap((libc) =>
    (['x64', 'arm64'] as const).map((cpu): Library => {
      const id = `${libc === 'musl' ? 'linuxmusl' : 'linux'}-${cpu}`
      const what = { file: 'penstock.node', what: 'The native addon', contains: ofAddon } as const
      return { ...{ id, cpu, libc, prebuild: ['prebuild-addon.sh', id] }, ...what, ...byNpm }
    }),
  ),
  {
    ...{ id: 'cuda-linux-x64', file: 'penstock_cuda.so', cpu: 'x64', libc: 'glibc', what: 'The GPU plugin' },
    prebuild: ['prebuild-cuda.sh'],
    contains: [
      "NVIDIA's CUDA runtime, libcudart_static (CUDA Toolkit End User License Agreement)",
      "GCC's libstdc++ (GPL-3.0 with GCC Runtime Library Exception)",
      "LLVM's libunwind (Apache-2.0 with LLVM exception)",
    ],
    ...byNpm,
  },
  ...(['x64', 'arm64'] as const).map((cpu): Library => {
    const id = `av-linux-${cpu}`
    const what = { file: 'penstock_av.so', what: 'The video plugin' } as const
    return {
      ...{ id, cpu, libc: 'glibc', prebuild: ['prebuild-av.sh', `linux-${cpu}`], ...what, installed: 'on request' },
      contains: ['FFmpeg (LGPL-2.1-or-later)', 'dav1d (BSD-2-Clause)', 'zlib (Zlib)', ofLlvm],
    }
  }),
]
