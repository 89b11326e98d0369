// Makes elements. Texts from the server, which may be names of hostile files, become text nodes and never markup.

export type Child = Node | string | undefined | null | false

type Properties = Record<string, string | number | boolean | ((event: Event) => void) | undefined>

/** An element with attributes (functions become listeners), and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  for (const child of children) if (child || child === '') element.append(child)
  return element
}

export function svg(tag: string, attributes: Record<string, string | number> = {}): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  return element
}

/** The element of the page with this id. */
export const at = <Type extends HTMLElement = HTMLElement>(id: string): Type => document.getElementById(id) as Type

/** Whether the user points at something in the element, has the focus in it, or has a dialog open, which gives the focus back. */
export const inUse = (element: HTMLElement): boolean =>
  element.matches(':hover, :focus-within') || document.querySelector('dialog[open]') !== null

/** Sets the text, if it is another one: screen readers would read an equal one again. */
export function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
