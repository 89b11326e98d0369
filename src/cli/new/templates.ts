// Names the templates of `penstock-data new`: folders of templates/.

export const templates = {
  js: 'JavaScript',
  ts: 'TypeScript',
  torch: 'Python: PyTorch trains, a pipeline in JavaScript feeds it',
} as const

export type Template = keyof typeof templates

export const templateNames = Object.keys(templates) as Template[]
