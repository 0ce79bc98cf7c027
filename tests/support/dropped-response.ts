import type { Page } from 'playwright-core'

/** Lets the next request to the URL reach the shop, and drops its response. */
export async function dropNextResponse(page: Page, url: string, method = 'POST'): Promise<void> {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}
