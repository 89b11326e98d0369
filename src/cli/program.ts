// Defines the commands and options of the command line. Each command imports its code when it runs, so that --help is
// fast and doctor works without a working addon. Shell completion is made from this definition alone.
import { Argument, Command, Option } from 'commander'
import { escapedLines } from '../errors/escaped.js'
import { groups } from './check/types.js'
import { completes, files } from './completion/values.js'
import { imageFormats, subsamplings } from './convert/types.js'
import { templateNames } from './new/templates.js'
import { atLeastZero, listOf, oneOf, seconds, wholeNumber } from './options.js'
import { version } from './package.js'

const policies = ['throw', 'skip', 'placeholder'] as const
const shells = ['bash', 'zsh', 'fish'] as const
const backends = ['torchvision', 'pil'] as const

/** Errors quote arguments. */
const output = { outputError: (text: string, write: (text: string) => void) => write(escapedLines(text)) }

export function createProgram(): Command {
  const program = new Command('penstock-data')
    .description('Loads and preprocesses training and inference data at full hardware speed')
    .version(version())
    .option('--verbose', 'show the stack of an error')
    .showHelpAfterError('(penstock --help shows what there is)')
    .configureOutput(output)
  program.addCommand(newCommand().configureOutput(output))
  program.addCommand(runCommand().configureOutput(output))
  program.addCommand(checkCommand().configureOutput(output))
  program.addCommand(convertCommand().configureOutput(output))
  program.addCommand(indexCommand().configureOutput(output))
  program.addCommand(serveCommand().configureOutput(output))
  program.addCommand(hostCommand().configureOutput(output), { hidden: true })
  program.addCommand(opsCommand().configureOutput(output))
  program
    .command('doctor')
    .description('show what this machine and this build can do')
    .option('--json', 'print it as JSON')
    .action(async (options) => (await import('./doctor.js')).doctor(options))
  program.addCommand(verifyProcessorCommand().configureOutput(output))
  program
    .command('bench')
    .description('run the benchmarks (in a checkout of the sources)')
    .argument('[suite...]', 'suites and their options; none lists them')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (args: string[]) => (await import('./bench.js')).bench(args))
  program
    .command('completion')
    .description('print a script that completes commands, options and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action(async (shell) => (await import('./completion/completion.js')).completion(program, shell))
  return inherited(program)
}

function verifyProcessorCommand(): Command {
  const config = new Argument('<config>', "a model's preprocessor_config.json or processor_config.json, or its folder")
  const python = new Option('--python <file>', 'the Python that has transformers').default('python3')
  const images = new Option('--images <path...>', 'folders or files of images (default: bundled photos)')
  const backend = new Option(
    '--backend <name>',
    'which of the two classes of a name (default: as transformers chooses)',
  )
  const together = new Option('--together <n>', 'images of a batch, beside each image by itself')
  const tolerance = new Option('--tolerance <x>', 'difference of floating-point values that passes')
  return new Command('verify-processor')
    .description("compare an image processor with that of Python's transformers, which runs beside, on your machine")
    .addArgument(completes(config, files))
    .addOption(completes(python, files))
    .addOption(completes(images, files))
    .addOption(backend.choices(backends).argParser(oneOf('--backend', backends)))
    .addOption(together.default(4).argParser(wholeNumber('--together', 1, 64)))
    .addOption(tolerance.default(0).argParser(atLeastZero('--tolerance')))
    .option('--json', 'print it as JSON')
    .action(async (path, options) => (await import('./verify/verify-processor.js')).verifyProcessor(path, options))
}

function newCommand(): Command {
  const folder = new Argument('<folder>', 'the folder of the project, which is made')
  const data = new Option('--data <dir>', 'folder of images that it reads (default: bundled photos)')
  const template = new Option('--template <name>', `${templateNames.join(', ')} (default: asks on a terminal, else js)`)
  return new Command('new')
    .description('make a project with a pipeline for a folder of images, in JavaScript, TypeScript or with PyTorch')
    .addArgument(completes(folder, files))
    .addOption(template.choices(templateNames).argParser(oneOf('--template', templateNames)))
    .addOption(completes(data, files))
    .action(async (folder, options) => (await import('./new/new.js')).newProject(folder, options))
}

function runCommand(): Command {
  const module = new Argument('[module]', 'module that exports a pipeline, or what makes one (none: the main job)')
  const data = new Option(
    '--data <path...>',
    'folder, quoted glob, files or URLs that a reader reads, of any of its formats (default: bundled photos)',
  )
  const pipeline = new Option('--pipeline <file>', 'the module, in place of the first argument; it receives the --data')
  const out = new Option(
    '--out <file>',
    'write a picture of the first batch (.png), each picture ({sample}.jpg, .png, .webp), or the outputs (.npy,' +
      ' .safetensors); {batch}, {output} and {sample} in the name are replaced',
  )
  const command = new Command('run')
    .description(
      'run a pipeline and report how fast it was, and what limits it: the default export of a module, or the main job,' +
        ' which shuffles, decodes, randomly crops, resizes, flips and normalises images, and reads data without images',
    )
    .addArgument(completes(module, files))
    .addArgument(completes(new Argument('[args...]', 'arguments of the function that the module exports'), files))
    .addOption(completes(data, files))
    .addOption(completes(pipeline, files))
    .addOption(completes(out, files))
    .option(
      '--augment-grid [sample]',
      'in place of a run: draw one sample often, first as it is, then as each epoch gives it, to --out or augment-grid.png' +
        ' (default: sample 0)',
      wholeNumber('--augment-grid', 0, Number.MAX_SAFE_INTEGER),
    )
    .option('--draws <n>', 'how often --augment-grid draws it (default: 15)', wholeNumber('--draws', 1, 1023))
  return runNumbers(command)
    .addOption(
      new Option(
        '--on-error <policy>',
        `what a bad image does: ${policies.slice(0, -1).join(', ')} or ${policies.at(-1)} (default: skip, or the module's)`,
      )
        .choices(policies)
        .argParser(oneOf('--on-error', policies)),
    )
    .option(
      '--dashboard [port]',
      'show the run in a browser, at the address that is printed (default: any free port)',
      wholeNumber('--dashboard', 0, 65535),
    )
    .option('--dashboard-host <host>', 'address that the dashboard listens on (default: 127.0.0.1, this machine only)')
    .option('--keep-dashboard', 'keep the dashboard open after the run, until Ctrl-C')
    .option('--no-progress', 'show no progress')
    .option('--json', 'print the statistics as JSON')
    .action(async (first, rest, options) => {
      const { run } = await import('./run.js')
      await run(options, first === undefined ? [] : [first, ...rest])
    })
}

function runNumbers(command: Command): Command {
  return command
    .option(
      '--epochs <n>',
      'how often to read all of it (default: 1; in the main job 3, and more of a small folder: 2000 images or 5 s)',
      wholeNumber('--epochs', 1, Number.MAX_SAFE_INTEGER),
    )
    .option('--seconds <n>', 'end after this time, however often all of it was read', seconds('--seconds', 2e6))
    .option(
      '--batch-size <n>',
      "images per batch (default: 64, or the module's)",
      wholeNumber('--batch-size', 1, 65536),
    )
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
      '--size <n>',
      'of the main job: side of the output images in pixels (default: 224)',
      wholeNumber('--size', 1, 8192),
    )
}

function checkCommand(): Command {
  const data = new Argument(
    '<data...>',
    'folder, quoted glob, files or URLs that a reader reads, of any of its formats',
  )
  const against = new Option('--against <path...>', 'another data set: samples that are in both are leaks')
  const file = (flag: string, what: string) => completes(new Option(`${flag} <file>`, what), files)
  const some = (flag: string, what: string, preset: string) =>
    new Option(`${flag} <groups>`, `${what}: none, or some of ${groups.join(',')}`)
      .default(preset.split(','), preset)
      .argParser(listOf(flag, groups))
  return new Command('check')
    .description('read a data set once and report bad and odd samples, duplicates, leaks, classes, sizes and colours')
    .addArgument(completes(data, files))
    .addOption(completes(against, files))
    .addOption(file('--json', 'write the report as JSON'))
    .addOption(file('--html', 'write the report as a page with pictures of the odd samples'))
    .addOption(file('--skip-list', 'write the names of samples to leave out, for skipList of readers'))
    .addOption(some('--skip', 'which findings the skip list has', 'bad'))
    .addOption(some('--fail-on', 'which findings make the exit code 1', 'bad,leaks'))
    .option('--batch-size <n>', 'samples per batch (default: 32; clips 4)', wholeNumber('--batch-size', 1, 65536))
    .option(
      '--threads <n>',
      'threads that work on samples (default: as many as the cores that this process may use)',
      wholeNumber('--threads', 1, 1024),
    )
    .option('--no-progress', 'show no progress')
    .action(async (data, options) => (await import('./check/check.js')).check(data, options))
}

function convertCommand(): Command {
  const src = new Argument('<src>', 'folder of images, with folders in it')
  const out = new Argument('<out>', 'folder that is made, with the same folders; one that was begun is gone on with')
  const choice = <const T extends string>(flag: string, what: string, values: readonly T[]) =>
    new Option(`${flag} <name>`, what).choices(values).argParser(oneOf(flag, values))
  return new Command('convert')
    .description('write the images of a folder anew, smaller or in another format, with the folders that they are in')
    .addArgument(completes(src, files))
    .addArgument(completes(out, files))
    .option(
      '--size <n>',
      'shorter side of images that are larger, in pixels (default: they keep their size)',
      wholeNumber('--size', 1, 65500),
    )
    .addOption(choice('--format', `${imageFormats.join(', ')} (default: jpeg)`, imageFormats).default('jpeg', 'jpeg'))
    .option('--quality <n>', 'of jpeg and webp, from 1 to 100 (default: 80)', wholeNumber('--quality', 1, 100))
    .addOption(choice('--subsampling', `of jpeg: ${subsamplings.join(', ')} (default: 4:2:0)`, subsamplings))
    .option('--batch-size <n>', 'images per batch (default: 32)', wholeNumber('--batch-size', 1, 65536))
    .option(
      '--threads <n>',
      'threads that work on images (default: as many as the cores that this process may use)',
      wholeNumber('--threads', 1, 1024),
    )
    .option('--no-progress', 'show no progress')
    .option('--json', 'print what was done as JSON')
    .action(async (src, out, options) => (await import('./convert/convert.js')).convert(src, out, options))
}

function indexCommand(): Command {
  const given = new Argument(
    '<files...>',
    'tar archives, TFRecord or RecordIO files; quoted globs, URLs or a folder of them',
  )
  const out = new Option('--out <dir>', 'folder of the indexes (default: beside each file)')
  return new Command('index')
    .description(
      'write the indexes of tar archives, TFRecord and RecordIO files, as wds2idx, tfrecord2idx and rec2idx do',
    )
    .addArgument(completes(given, files))
    .addOption(completes(out, files))
    .option('--check', 'compare the indexes that are there, and write nothing')
    .option('--force', 'replace files of these names that have other content')
    .option('--no-progress', 'show no progress')
    .option('--json', 'print what was done as JSON')
    .action(async (given, _, command: Command) =>
      (await import('./index-files.js')).indexFiles(given, command.optsWithGlobals()),
    )
}

function limit(flag: string, what: string, least: number): Option {
  return new Option(`${flag} <n>`, what).argParser(wholeNumber(flag, least, Number.MAX_SAFE_INTEGER))
}

function serveCommand(): Command {
  const module = new Argument('<module>', 'module that exports a pipeline, or what makes one')
  const socket = new Option('--socket <path>', 'the Unix socket to make')
  const descriptor = new Option(
    '--fd <n>',
    'an open socket in place of a path: serves the process at its other end alone',
  )
  return new Command('serve')
    .description("serve a module's pipeline to other processes, such as Python's penstock.Loader")
    .addArgument(completes(module, files))
    .addArgument(completes(new Argument('[args...]', 'arguments of the function that the module exports'), files))
    .addOption(completes(socket, files))
    .option('--args <json>', 'the arguments as a JSON list, in place of [args...]')
    .option('--options <json>', 'options of the pipeline as a JSON object, such as { "batchSize": 64 }')
    .option('--stdin', 'read both from stdin, as { "args": [...], "options": {...} }')
    .addOption(descriptor.argParser(wholeNumber('--fd', 0, 65535)))
    .addOption(limit('--max-consumers', 'consumers at once', 1))
    .addOption(limit('--max-held', 'batches that one consumer may hold', 2))
    .addOption(limit('--max-requests', 'requests of one consumer that are answered in a turn', 1))
    .addOption(limit('--max-unread', 'bytes that wait for one consumer', 2 ** 16))
    .action(async (module, args, options) => (await import('./serve.js')).serve(module, args, options))
}

/** Programs start it, and people do not. */
function hostCommand(): Command {
  const descriptor = (flag: string, what: string) =>
    new Option(`${flag} <n>`, what).argParser(wholeNumber(flag, 0, 65535)).makeOptionMandatory()
  return new Command('host')
    .description('run pipelines for the process that has started this one, such as those of penstock.dali')
    .addOption(descriptor('--fd', 'an open socket, at whose other end is the process to run pipelines for'))
    .addOption(descriptor('--calls', 'another one, on which it is asked to call its functions'))
    .action(async (options) => (await import('./host.js')).host(options))
}

function opsCommand(): Command {
  const names = async () => (await import('./ops.js')).operatorNames()
  return new Command('ops')
    .description("show an operator's page, or which of DALI's operators there are, and on which devices")
    .addArgument(completes(new Argument('[name]', 'operator, also by the end of its name'), names))
    .option('--missing', 'list those that are not there')
    .option('--json', 'print it as JSON')
    .action(async (name, options) => (await import('./ops.js')).ops(options, name))
}

/** The exit code of an error, by command: 1 is that of findings where a command has some. */
const errorCodes: Readonly<Record<string, number>> = { check: 2 }

/** The exit code of an error in what was given, or in the command that was given. */
export const errorCodeOf = (program: Command): number => chosen.get(program) ?? 1
const chosen = new WeakMap<Command, number>()

/** Commands that were made apart get the program's settings, as those of `program.command()` have them. */
function inherited(program: Command): Command {
  for (const command of program.commands) {
    command.copyInheritedSettings(program)
    const code = errorCodes[command.name()]
    if (code) command.exitOverride((error) => process.exit(error.exitCode && code))
  }
  program.hook('preSubcommand', (_, command) => {
    chosen.set(program, errorCodes[command.name()] ?? 1)
  })
  return program
}
