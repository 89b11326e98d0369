// Describes the commands, options and values that are completed. The scripts of all shells are made from this
// description.

export interface CompletedOption {
  /** The option's names, such as -h and --help. */
  readonly flags: readonly string[]
  readonly text: string
  readonly takesValue: boolean
  /** Whether it takes all words up to the next option. */
  readonly many: boolean
  readonly values: 'files' | readonly string[]
}

export interface CompletedArgument {
  readonly name: string
  readonly text: string
  readonly many: boolean
  readonly values: 'files' | readonly string[]
}

export interface CompletedCommand {
  readonly name: string
  readonly text: string
  readonly options: readonly CompletedOption[]
  readonly arguments: readonly CompletedArgument[]
}

/** The content of a script: the commands, and the options that stand in front of a command. */
export interface Completions {
  /** Names of the program. */
  readonly programs: readonly string[]
  readonly options: readonly CompletedOption[]
  readonly commands: readonly CompletedCommand[]
}
