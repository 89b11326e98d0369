// The default theme, with the colours and the figures of this site, and pictures beside the words of the landing page.
import { onContentUpdated, withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** Scrolls the sidebar to the page that is open, unless it is in view. */
function showActive(): void {
  const sidebar = document.querySelector('.VPSidebar')
  const active = sidebar?.querySelector('.VPSidebarItem.is-link.is-active > .item')
  if (!sidebar || !active) return
  const [all, one] = [sidebar.getBoundingClientRect(), active.getBoundingClientRect()]
  // Its head covers the first lines.
  if (one.top < all.top + 80 || one.bottom > all.bottom) sidebar.scrollTop += one.top - all.top - all.height / 3
}

export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      // Groups open after the page has changed.
      onContentUpdated(() => requestAnimationFrame(() => requestAnimationFrame(showActive)))
      const pictures = () =>
        Array.from({ length: 9 }, (_, i) =>
          h('img', { src: withBase(`/hero/${i}.png`), alt: '', width: 150, height: 150 }),
        )
      return () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h('div', { class: 'mosaic' }, pictures()) })
    },
  },
}
