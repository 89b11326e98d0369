// Declares style sheets as modules that the bundler resolves.
declare module '*.css'
