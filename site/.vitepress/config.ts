// The site's settings. Pages and navigation come from site/build.ts, which writes both into site/pages.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { anchorOf } from '../../tools/check/doc-anchors.js'
import { labelCells } from '../tables.js'

const { title, description, version, sidebar } = JSON.parse(
  readFileSync(new URL('../pages/site.json', import.meta.url), 'utf8'),
)

/** A pipe with a drop below it. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0d9488">
<path d="M2 5h14a10 10 0 0 1 10 10v3h-8v-3a2 2 0 0 0-2-2H2z"/><path d="M22 21c3 4 4 5 4 6.5a4 4 0 0 1-8 0c0-1.500 1-2.500 4-6.500z"/></svg>`

export default defineConfig({
  title,
  description,
  base: process.env.PENSTOCK_DOCS_BASE ?? '/',
  srcDir: 'pages',
  outDir: 'dist',
  lang: 'en',
  lastUpdated: false,
  ignoreDeadLinks: 'localhostLinks',
  head: [
    ['meta', { name: 'theme-color', content: '#0f766e' }],
    ['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }],
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light', dark: 'github-dark' },
    config: labelCells,
  },
  // The local search index holds every page; nothing is asked of another server.
  themeConfig: {
    nav: [
      { text: 'Docs', link: '/pages' },
      { text: 'Operators', link: '/operators/' },
      { text: 'Examples', link: '/examples/' },
      { text: 'Python', link: '/python/' },
      { text: 'GPU', link: '/gpu/' },
      { text: version, link: '/changelog' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    // The page of an operator comes before pages that only name it.
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: { boostDocument: (id) => (String(id).startsWith('/operators/') ? 2 : 1) } },
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
})
