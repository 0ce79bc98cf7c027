import { readFile } from 'node:fs/promises'
import type { BackendOptions } from '../../packages/embedded-supabase/src/backend.ts'
import { createTestShop, type TestShop } from './shop.ts'

/** The response to a raw request. */
export interface RawAnswer {
  status: number
  headers: Headers
  text: string
  body: unknown
}

export interface Library extends TestShop {
  /** Calls `/rest/v1<path>` with the publishable key. */
  ask: (path: string, init?: RequestInit) => Promise<RawAnswer>
}

/** The shop's backend with the tables and functions of library.sql in addition. */
export async function createLibrary(overrides: Partial<BackendOptions> = {}): Promise<Library> {
  const shop = await createTestShop(overrides)
  await shop.database.sql.unsafe(await readFile(new URL('library.sql', import.meta.url), 'utf8'))
  return {
    ...shop,
    ask: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('apikey')) headers.set('apikey', shop.keys.publishable)
      const response = await shop.backend.fetch(`${shop.siteUrl.origin}/rest/v1${path}`, {
        ...init,
        headers,
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: parse(text) }
    },
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
