// Style sheets that the bundler takes from an import.
declare module '*.css'
