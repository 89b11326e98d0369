// Finds the native libraries: those that were built in this package's folder, else those of the packages that npm installs
// for a platform. Where one is missing or does not fit, the error says what to do.
import { existsSync } from 'node:fs'
import { nativeUnavailable } from './errors/factories.js'
import { loadInstalled, packageFile, resolveInstalled } from './location.js'

/** Whether this Node.js runs on musl's C library, as on Alpine Linux. */
function onMusl(): boolean {
  if (process.platform !== 'linux') return false
  const report = process.report as typeof process.report & { excludeNetwork?: boolean }
  const before = report.excludeNetwork
  // The report would wait for the names of network addresses.
  report.excludeNetwork = true
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } }
  report.excludeNetwork = before ?? false
  return !header.glibcVersionRuntime
}

/** The platforms for which there are packages with an addon, with a GPU plugin and with a video plugin. */
const published = {
  addon: ['linux-x64', 'linux-arm64', 'linuxmusl-x64', 'linuxmusl-arm64'],
  plugin: ['linux-x64'],
  video: ['linux-x64', 'linux-arm64'],
}

let known: string | undefined

/** This platform as names of packages have it, such as linux-x64 or linuxmusl-arm64. It takes a millisecond to find out. */
export function platform(): string {
  known ??= `${process.platform}${onMusl() ? 'musl' : ''}-${process.arch}`
  return known
}

/** A library in build/Release of the package's folder; undefined where there is none. */
function builtHere(file: string): string | undefined {
  const path = packageFile(`build/Release/${file}`)
  return existsSync(path) ? path : undefined
}

/** Whether this package lies in a wheel of the Python package, which has no sources, and whose user need not have npm. */
const inWheel = () => packageFile('').includes('/penstock/_npm/')

/** The command names the package's folder, because a user's own project has no script of this name. */
const build = (library: 'native' | 'cuda') =>
  inWheel()
    ? `\`npm run build:${library} && pip install ./python\` in a checkout of penstock`
    : `\`npm run build:${library}\` in ${packageFile('')}`

export type Addon = Record<string, (...args: never[]) => unknown>

/** The cure where the addon cannot be loaded. `built`: there is one that was built here. */
function addonCure(name: string, built: boolean): string {
  if (process.platform !== 'linux') {
    return 'penstock runs on Linux; on other systems its types can be used, and its code in a container or in WSL'
  }
  if (inWheel()) return `Install the wheel for ${platform()}, or one that ${build('native')} makes`
  if (built || !published.addon.includes(platform())) return `Build it with ${build('native')}`
  return `Install it with \`npm install ${name}\`, without --no-optional and --omit=optional; or build it with ${build('native')}`
}

/**
 * Loads the addon that PENSTOCK_ADDON names, or that was built here, else that of the platform's package. Throws
 * NATIVE_UNAVAILABLE.
 */
export function loadAddon(): Addon {
  const given = process.env.PENSTOCK_ADDON
  const own = given || builtHere('penstock.node')
  const name = `penstock-data-${platform()}`
  try {
    return loadInstalled<Addon>(own ?? `${name}/penstock.node`)
  } catch (cause) {
    // Node.js adds the chain of require() calls on further lines.
    const [why] = (cause as Error).message.split('\n')
    const hint = given ? 'Correct PENSTOCK_ADDON, or unset it' : addonCure(name, own !== undefined)
    throw nativeUnavailable(`The native addon could not be loaded: ${why}`, { hint, cause })
  }
}

/** The error for an addon whose shared layouts are not the ones this build was made with. */
export function foreignAddon(hash: string, expected: string): Error {
  return nativeUnavailable(
    `The native addon was built from other sources (layout ${hash}, expected ${expected})`,
    `Rebuild it with ${build('native')}`,
  )
}

/** The folder of the libvips that npm installs for this platform. Throws where it is not installed. */
export function vipsFolder(): string {
  return resolveInstalled(`@img/sharp-libvips-${platform()}/lib`).replace(/[^/]*$/, '')
}

/** Path of a plugin that an installed package has; undefined where it is not installed. */
function installedPlugin(path: string): string | undefined {
  try {
    return resolveInstalled(path)
  } catch {
    return undefined
  }
}

/**
 * Path of the video plugin that PENSTOCK_AV_PLUGIN names, that was built here, or of the platform's package, with the cure where it
 * cannot be loaded.
 */
export function findVideoPlugin(): { path: string; cure: string } {
  const given = process.env.PENSTOCK_AV_PLUGIN
  if (given) return { path: given, cure: 'Correct PENSTOCK_AV_PLUGIN, or unset it' }
  const file = 'penstock_av.so'
  const name = `penstock-data-av-${platform()}`
  const own = builtHere(file)
  const path = own ?? installedPlugin(`${name}/${file}`)
  const libraries = '`sudo apt-get install -y libavformat-dev libavcodec-dev libavutil-dev`'
  const make = `install the libraries that videos take with ${libraries}, then run ${build('native')}`
  const cure =
    own || inWheel() || !published.video.includes(platform())
      ? `I${make.slice(1)}`
      : `Install the video plugin with \`npm install ${name}\`; or ${make}`
  // Loading it from a path where it is not fails with an error that names the path.
  return { path: path ?? packageFile(`build/Release/${file}`), cure }
}

/** Path of the GPU plugin that PENSTOCK_CUDA_PLUGIN names, that was built here, or of the platform's package. */
export function findPlugin(): { path: string; cure: string } {
  const given = process.env.PENSTOCK_CUDA_PLUGIN
  if (given) return { path: given, cure: 'Correct PENSTOCK_CUDA_PLUGIN, or unset it; or use deviceId: null' }
  const rebuild = `${build('cuda')}; or use deviceId: null`
  const own = builtHere('penstock_cuda.so')
  if (own) return { path: own, cure: `Build the GPU plugin anew with ${rebuild}` }
  const name = `penstock-data-cuda-${platform()}`
  // Loading it from there fails with an error that names the path.
  const missing = packageFile('build/Release/penstock_cuda.so')
  if (inWheel() || !published.plugin.includes(platform()))
    return { path: missing, cure: `Build the GPU plugin with ${rebuild}` }
  const cure = `Install the GPU plugin with \`npm install ${name}\`, or build it with ${rebuild}`
  return { path: installedPlugin(`${name}/penstock_cuda.so`) ?? missing, cure }
}
