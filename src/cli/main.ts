#!/usr/bin/env node
// The command line. This file declares the commands and options; each command has a file of its own. Exit codes: 0, 1
// for an error, 130 after SIGINT, 143 after SIGTERM.
import { Command } from 'commander'
import { sentence } from '../statistics/table.js'
import { describe, Exit } from './failure.js'
import { oneOf, wholeNumber } from './options.js'
import { version } from './package.js'

// Each command imports its code when it runs, so that --help is fast and doctor works without a working addon.
const program = new Command('penstock')
  .description('Loads and preprocesses training and inference data at full hardware speed')
  .version(version())
  .option('--verbose', 'show the stack of an error')
  .showHelpAfterError('(penstock --help shows what there is)')

program
  .command('run')
  .description(
    'run a pipeline and report how fast it was, and what limits it: the default export of a module, or the main job, which' +
      ' shuffles, decodes, randomly crops, resizes, flips and normalises a folder of images',
  )
  .argument('[module]', 'module that exports a pipeline, or what makes one, by default (without it: the main job)')
  .argument('[args...]', 'arguments of the function that the module exports')
  .option(
    '--data <dir>',
    'of the main job: folder with one sub-folder per class, or a flat one (default: bundled photos)',
  )
  .option(
    '--epochs <n>',
    'how often to read all of it (default: 1; in the main job 3, and more of a small folder: 2000 images or 5 s)',
    wholeNumber('--epochs', 1, Number.MAX_SAFE_INTEGER),
  )
  .option('--batch-size <n>', "images per batch (default: 64, or the module's)", wholeNumber('--batch-size', 1, 65536))
  .option(
    '--threads <n>',
    'threads that work on images (default: as many as the cores that this process may use)',
    wholeNumber('--threads', 1, 1024),
  )
  .option('--depth <n>', 'batches that may wait between two stages (default: 2)', wholeNumber('--depth', 1, 64))
  .option(
    '--seed <n>',
    'seed of the shuffle and the augmentations (default: a new one each time)',
    wholeNumber('--seed', 0, Number.MAX_SAFE_INTEGER),
  )
  .option(
    '--on-error <policy>',
    "what a bad image does: throw, skip or placeholder (default: skip, or the module's)",
    oneOf('--on-error', ['throw', 'skip', 'placeholder']),
  )
  .option(
    '--size <n>',
    'of the main job: side of the output images in pixels (default: 224)',
    wholeNumber('--size', 1, 8192),
  )
  .option('--out <file>', 'write a picture of the first batch there, as PNG')
  .option('--no-progress', 'show no progress')
  .option('--json', 'print the statistics as JSON')
  .action(async (module, args, options) => (await import('./run.js')).run(options, module, args))

program
  .command('bench')
  .description('run the benchmarks (in a checkout of the sources)')
  .argument('[suite...]', 'suites and their options; none lists them')
  .allowUnknownOption()
  .helpOption(false)
  .action(async (args: string[]) => (await import('./bench.js')).bench(args))

program
  .command('doctor')
  .description('show what this machine and this build can do')
  .option('--json', 'print it as JSON')
  .action(async (options) => (await import('./doctor.js')).doctor(options))

program
  .command('ops')
  .description("show which of DALI's operators there are, and on which devices")
  .option('--missing', 'list those that are not there')
  .option('--json', 'print it as JSON')
  .action(async (options) => (await import('./ops.js')).ops(options))

// Warnings are printed here, in one line: Node.js would add lines of its own.
process.removeAllListeners('warning')
process.on('warning', ({ message }) => process.stderr.write(`${sentence(`warning: ${message}`, process.stderr)}\n`))

// The reader of the output has closed the pipe, as in `penstock ops | head`: the command ends without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
process.stderr.on('error', () => {})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof Exit) {
    process.exitCode = error.code
  } else {
    process.stderr.write(describe(error, program.opts<{ verbose?: boolean }>().verbose ?? false))
    process.exitCode = 1
  }
}
