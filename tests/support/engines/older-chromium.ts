import { findNewerFeatures, type NewerFeatures } from '../../../commands/browsers/newer-features.ts'
import { openBrowser } from '../browser.ts'
import type { BrowserDriver } from './driver.ts'

type Newer = Pick<NewerFeatures, 'members'> & { globals: string[] }

/** Runs in the page before its own scripts: removes the JavaScript features that the oldest supported browsers lack. */
export function removeNewerFeatures({ globals, members }: Newer): void {
  const iterator: object = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  for (const name of Object.getOwnPropertyNames(iterator))
    if (name !== 'constructor') Reflect.deleteProperty(iterator, name)
  for (const { holder, member, isStatic } of members) {
    const found: unknown =
      holder === 'TypedArray'
        ? Object.getPrototypeOf(Int8Array)
        : Object.getOwnPropertyDescriptor(globalThis, holder)?.value
    if (typeof found !== 'function' && typeof found !== 'object') continue
    const prototype: unknown = found === null ? null : Reflect.get(found, 'prototype')
    const place = isStatic || typeof prototype !== 'object' ? found : prototype
    if (place !== null) Reflect.deleteProperty(place, member)
  }
  for (const name of globals)
    for (const place of [globalThis, Window.prototype]) Reflect.deleteProperty(place, name)
}

/** Returns the features that the oldest supported browsers lack, as the argument of `removeNewerFeatures`. */
export function getFeaturesToRemove(): Newer {
  const { globals, members } = findNewerFeatures()
  return { globals: [...globals], members }
}

/** Makes the rules of a style sheet invalid that the oldest supported browsers do not understand. */
function removeNewerRules(css: string): string {
  return css
    .replaceAll(':has(', ':newer(')
    .replaceAll(/@(container|starting-style)\b/g, '@newer')
    .replaceAll(/(?<=[\d.])(dvh|svh|lh|cqi|cqw)\b/g, 'newer')
}

/** Launches Chromium without the features that are newer than the supported browsers. */
export async function openOlderChromium(): Promise<BrowserDriver> {
  const open = async () => {
    const fresh = await openBrowser({ prompts: true, reducedMotion: 'no-preference' })
    await fresh.context.addInitScript(removeNewerFeatures, getFeaturesToRemove())
    await fresh.context.route(/\.css$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: removeNewerRules(await response.text()) })
    })
    return fresh
  }
  let browser = await open()
  return {
    open: async (url) => void (await browser.page.goto(url)),
    run: (work, ...input) =>
      browser.page.evaluate(
        ([text, all]) => new Function(`return (${text})(...arguments)`)(...all),
        [String(work), input] as const,
      ),
    // With its short timeout, a press that meets a changing page fails soon and is tried again.
    click: (selector) => browser.page.click(selector, { timeout: 2000 }),
    type: (selector, text) => browser.page.locator(selector).pressSequentially(text),
    resize: (size) => browser.page.setViewportSize(size),
    screenshot: async (path) => void (await browser.page.screenshot({ path })),
    forget: async () => {
      await browser.close()
      browser = await open()
    },
    close: () => browser.close(),
  }
}
