import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inFreshFolder, type ServerProcess, startYardstick, withServers } from './children.ts'
import { getBytes } from './http.ts'
import { load } from './load.ts'

/** Runs the work with a bare server that sends the very bytes that the shop sends for a page. */
export async function withBarePage<T>(
  page: string,
  work: (bare: ServerProcess) => Promise<T>,
): Promise<T> {
  return inFreshFolder(async (folder) => {
    const { body, encoding } = await getBytes(page, 'br')
    const file = join(folder, 'page')
    await writeFile(file, body)
    return withServers([startYardstick('bare-page', { PAGE_FILE: file, ENCODING: encoding })], work)
  })
}

/** How many such answers this machine makes a second just now. */
export async function measureBare(page: string, seconds: number): Promise<number> {
  return withBarePage(page, async ({ url }) => {
    const { rate } = await load({ url, connections: 20, seconds, requests: [{ path: '/' }] })
    return rate
  })
}
