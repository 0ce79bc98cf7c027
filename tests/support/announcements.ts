import type { Page } from 'playwright-core'

declare global {
  interface Window {
    announcements?: string[]
  }
}

/**
 * Records what a screen reader announces by itself on the pages that are opened from now on: each text of a live region
 * once.
 */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(record)
}

/** Returns the announcements since the previous call. */
export function takeAnnouncements(page: Page): Promise<string[]> {
  return page.evaluate(() => window.announcements?.splice(0) ?? [])
}

/** Runs in the page. A status that is inserted together with its text is not announced, while an alert is. */
function record(): void {
  const said: string[] = []
  window.announcements = said
  const live = '[aria-live], [role=status], [role=alert], output'
  const words = (node: Node) => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const isHeard = (region: Element): boolean => {
    const modals = [...document.querySelectorAll('dialog:modal')]
    const last = modals.at(-1)
    return (
      region.getAttribute('aria-live') !== 'off' &&
      region.closest('[inert]') === null &&
      (last === undefined || last.contains(region))
    )
  }
  new MutationObserver((mutations) => {
    // A region with `aria-atomic` is read as a whole, so only its last text counts. In other regions each added part
    // counts.
    const heard = new Map<Node, string>()
    const hear = (region: Element, node: Node) => {
      if (!isHeard(region)) return
      const isWhole = region.getAttribute('aria-atomic') !== 'false'
      const text = isWhole ? words(region) : words(node)
      if (text !== '') heard.set(isWhole ? region : node, text)
    }
    for (const { target, addedNodes, type } of mutations) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(live)
      if (type === 'characterData' && around) hear(around, target)
      for (const node of addedNodes) {
        const alerts =
          node instanceof Element
            ? [node, ...node.querySelectorAll('[role=alert]')].filter((one) =>
                one.matches('[role=alert]'),
              )
            : []
        for (const alert of alerts) hear(alert, alert)
        if (around && alerts.length === 0) hear(around, node)
      }
    }
    said.push(...heard.values())
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
