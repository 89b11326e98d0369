// `penstock completion SHELL`: prints a script for a shell, made from the definition of the commands.
import type { Argument, Command, Option } from 'commander'
import { bashScript } from './bash.js'
import { fishScript } from './fish.js'
import type { CompletedArgument, CompletedCommand, CompletedOption, Completions } from './types.js'
import { valuesOf } from './values.js'
import { zshScript } from './zsh.js'

const programs = ['penstock', 'penstock-data']

export async function completion(program: Command, shell: 'bash' | 'zsh' | 'fish'): Promise<void> {
  const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell]
  process.stdout.write(script(await completionsOf(program)))
}

export async function completionsOf(program: Command): Promise<Completions> {
  const help = program.createHelp()
  const common = await Promise.all(program.options.filter((option) => option.long !== '--version').map(ofOption))
  const visible = help.visibleCommands(program)
  const commands = visible.map(async (command): Promise<CompletedCommand> => {
    const own = await Promise.all(help.visibleOptions(command).map(ofOption))
    const given = command.name() === 'help' ? [] : await Promise.all(command.registeredArguments.map(ofArgument))
    const ofHelp = { name: 'command', text: 'a command', many: false, values: visible.map((each) => each.name()) }
    return {
      name: command.name(),
      text: help.subcommandDescription(command),
      options: [...own, ...common],
      arguments: command.name() === 'help' ? [ofHelp] : given,
    }
  })
  const options = await Promise.all(help.visibleOptions(program).map(ofOption))
  return { programs, options, commands: await Promise.all(commands) }
}

async function ofOption(option: Option): Promise<CompletedOption> {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    text: option.description,
    takesValue: option.required || option.optional,
    many: option.variadic,
    values: await valuesOf(option),
  }
}

async function ofArgument(argument: Argument): Promise<CompletedArgument> {
  const { description: text, variadic: many } = argument
  return { name: argument.name(), text, many, values: await valuesOf(argument) }
}
