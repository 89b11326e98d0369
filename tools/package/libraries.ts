// The packages with a native library that are published beside penstock-data: what is in each, where npm installs it, and
// what builds it.

export interface Library {
  /** The package's name is that of the main package, a dash, and this. */
  id: string
  file: 'penstock.node' | 'penstock_cuda.so'
  cpu: 'x64' | 'arm64'
  /** What it is, for its description. */
  what: string
  /** The library's script in this folder, and its arguments. */
  prebuild: [script: string, ...args: string[]]
  /** What is linked into it, with licences. */
  contains: string[]
}

/** Values of npm's fields that hold for all of them, and the oldest glibc that they run with. */
export const [os, libc, oldestGlibc] = ['linux', 'glibc', '2.28']

const ofAddon = [
  'libjpeg-turbo (IJG and BSD-3-Clause)',
  'nlohmann/json (MIT)',
  'libFLAC (BSD-3-Clause)',
  'libvorbis (BSD-3-Clause)',
  'libogg (BSD-3-Clause)',
  "LLVM's libc++, libc++abi and libunwind (Apache-2.0 with LLVM exception)",
]

export const libraries: readonly Library[] = [
  {
    ...{ id: 'linux-x64', file: 'penstock.node', cpu: 'x64', what: 'The native addon', contains: ofAddon },
    prebuild: ['prebuild-addon.sh', 'linux-x64'],
  },
  {
    ...{ id: 'linux-arm64', file: 'penstock.node', cpu: 'arm64', what: 'The native addon', contains: ofAddon },
    prebuild: ['prebuild-addon.sh', 'linux-arm64'],
  },
  {
    ...{ id: 'cuda-linux-x64', file: 'penstock_cuda.so', cpu: 'x64', what: 'The GPU plugin' },
    prebuild: ['prebuild-cuda.sh'],
    contains: [
      "NVIDIA's CUDA runtime, libcudart_static (CUDA Toolkit End User License Agreement)",
      "GCC's libstdc++ (GPL-3.0 with GCC Runtime Library Exception)",
      "LLVM's libunwind (Apache-2.0 with LLVM exception)",
    ],
  },
]
