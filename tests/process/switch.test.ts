import { readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type SystemdSocket, simulateSystemdSocket } from '../support/systemd-socket.ts'
import { findFreePort } from '../support/running-shop.ts'

const lines = [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 3 }]
const soon = { timeout: 30_000, interval: 50 }

interface Crowd {
  /** The ids of the carts that the shop has confirmed to have stored. */
  stored: string[]
  pages: number
  failures: unknown[]
  leave: () => Promise<void>
}

/**
 * Simulates visitors behind a proxy, each with an IP address of another network. Some use a new connection for each
 * request, others keep theirs.
 */
function startCrowd(url: string, apikey: string): Crowd {
  let isOver = false
  let asked = 0
  const crowd: Crowd = { stored: [], pages: 0, failures: [], leave }
  const keepAlive = new Agent({ keepAlive: true })
  const ask = (path: string, agent: Agent | false, body?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      asked += 1
      const headers = {
        apikey,
        'content-type': 'application/json',
        'x-forwarded-for': `198.18.${(asked >> 8) & 255}.${asked & 255}`,
      }
      const sent = request(url + path, { agent, headers, method: body ? 'POST' : 'GET' }, resolve)
      sent.on('error', reject).end(body)
    })
  const cart = JSON.stringify({ p_cart_id: null, p_email: null, p_cart_data: lines })
  async function goOn(agent: Agent | false): Promise<void> {
    while (!isOver) {
      try {
        const answer = await ask('/rest/v1/rpc/store_guest_cart', agent, cart)
        const words = await text(answer)
        if (answer.statusCode === 200) crowd.stored.push(JSON.parse(words))
        else crowd.failures.push(words)
        const page = await ask('/shop', agent)
        await text(page)
        if (page.statusCode === 200) crowd.pages += 1
        else crowd.failures.push(page.statusCode)
      } catch (error) {
        crowd.failures.push(error)
      }
    }
  }
  const visitors = [false, false, false, keepAlive, keepAlive, keepAlive].map((agent) =>
    goOn(agent as Agent),
  )
  async function leave(): Promise<void> {
    isOver = true
    await Promise.all(visitors)
    keepAlive.destroy()
  }
  return crowd
}

const keysOf = async ({
  dataDir,
}: SystemdSocket): Promise<{ publishable: string; secret: string }> =>
  JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))

test(
  'no request is refused and no acknowledged data is lost while one process replaces another',
  { tags: ['abuse-update'] },
  async () => {
    const systemd = await simulateSystemdSocket({ TRUSTED_PROXIES: 'loopback' })
    onTestFinished(() => systemd.remove())
    await systemd.start()
    const keys = await keysOf(systemd)
    const crowd = startCrowd(systemd.url, keys.publishable)
    const hasStored = (more: number, than: number) =>
      vi.waitFor(() => expect(crowd.stored.length).toBeGreaterThan(than + more), soon)
    await hasStored(20, 0)
    await systemd.stop()
    await systemd.start()
    await hasStored(20, crowd.stored.length)
    await crowd.leave()
    expect(crowd.failures).toEqual([])
    expect(crowd.pages).toBeGreaterThan(0)
    const server = createClient(systemd.url, keys.secret, { auth: { persistSession: false } })
    const { count } = await server
      .from('guest_carts')
      .select('id', { count: 'exact', head: true })
      .in('id', crowd.stored.slice(-200))
    expect(count).toBe(Math.min(200, crowd.stored.length))
  },
)

test(
  'a socket whose port differs from PORT is refused with one clear line',
  { tags: ['abuse-update'] },
  async () => {
    const systemd = await simulateSystemdSocket({ PORT: String(await findFreePort()) })
    onTestFinished(() => systemd.remove())
    const opened = systemd.start()
    await vi.waitFor(() => expect(systemd.output()).toContain('ended 1'), soon)
    expect(systemd.output()).toMatch(
      /The shop cannot open: The socket that is held for the shop has port \d+, and PORT is \d+\./,
    )
    void opened
  },
)
