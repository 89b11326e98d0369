// The landing page: what the project is, and a card for each task, which site/landing.md describes.

export interface Landing {
  name: string
  text: string
  actions: { text: string; link: string }[]
}

/** `cards`: the text of landing.md, whose links lead to pages. */
export function landingPage({ name, text, actions }: Landing, cards: string): string {
  const buttons = actions.map((action, i) => ({ theme: i ? 'alt' : 'brand', ...action }))
  const sections = cards.split(/^(?=### )/m).filter((part) => part.trim())
  return [
    '---',
    // YAML reads JSON.
    `layout: home`,
    `title: ${JSON.stringify(name)}`,
    `titleTemplate: ${JSON.stringify(text)}`,
    `hero: ${JSON.stringify({ name, text, actions: buttons })}`,
    '---',
    '',
    '<div class="tasks">',
    '',
    ...sections.flatMap((section) => ['<div class="task">', '', section.trim(), '', '</div>', '']),
    '</div>',
    '',
  ].join('\n')
}
