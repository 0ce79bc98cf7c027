import { findNewerFeatures } from '../../../tools/browsers/newer-features.ts'
import { openBrowser } from '../browser.ts'
import type { Driver } from './driver.ts'

/** Runs in the page, before its own scripts: takes away what the oldest supported browsers do not have. */
export function removeFeatures({ globals, members }: { globals: string[]; members: string[][] }): void {
  const remove = (holder: unknown, name: string) => {
    if (typeof holder === 'object' || typeof holder === 'function')
      if (holder !== null) Reflect.deleteProperty(holder, name)
  }
  const iterator: object = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  for (const name of Object.getOwnPropertyNames(iterator)) if (name !== 'constructor') remove(iterator, name)
  const arrays: object = Object.getPrototypeOf(Int8Array.prototype)
  for (const [holder = '', name = ''] of members) {
    const known: unknown = holder === 'TypedArray' ? arrays : Reflect.get(globalThis, holder)
    remove(known, name)
    if (typeof known === 'function') remove(known.prototype, name)
  }
  for (const name of globals) {
    remove(globalThis, name)
    remove(Window.prototype, name)
  }
}

/** What `removeFeatures` is given. */
export function newerFeatures() {
  const { globals, statics } = findNewerFeatures()
  return { globals: [...globals], members: [...statics].map((name) => name.split('.')) }
}

/** Chromium without what is newer than the supported browsers. */
export async function openOlderChromium(): Promise<Driver> {
  const open = async () => {
    const fresh = await openBrowser({ prompts: true })
    await fresh.context.addInitScript(removeFeatures, newerFeatures())
    return fresh
  }
  let browser = await open()
  return {
    open: async (url) => void (await browser.page.goto(url)),
    run: (work, ...input) =>
      browser.page.evaluate(([text, all]) => new Function(`return (${text})(...arguments)`)(...all), [
        String(work),
        input,
      ] as const),
    click: (selector) => browser.page.click(selector),
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
