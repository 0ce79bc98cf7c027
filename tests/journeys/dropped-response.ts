import type { Page } from 'playwright-core'

/** Lets the next request to this function of the database reach the shop and loses its answer, so that the desk repeats it. */
export async function dropNextRpcResponse(page: Page, name: string): Promise<void> {
  await page.route(
    `**/rpc/${name}`,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}
