import { readFile } from 'node:fs/promises'
import type { BackendOptions } from '../../src/api/backend.ts'
import { createTestBackend, type TestBackend } from './backend.ts'

/** The response to a REST request. */
export interface RestResponse {
  status: number
  headers: Headers
  text: string
  body: unknown
}

export interface LibraryBackend extends TestBackend {
  /** Sends a request to `/rest/v1<path>` with the publishable key. */
  ask: (path: string, init?: RequestInit) => Promise<RestResponse>
}

/** Creates a backend with the tables and functions of library.sql. */
export async function createLibraryBackend(
  overrides: Partial<BackendOptions> = {},
): Promise<LibraryBackend> {
  const backend = await createTestBackend(overrides)
  await backend.database.sql.unsafe(await readFile(new URL('library.sql', import.meta.url), 'utf8'))
  return {
    ...backend,
    ask: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('apikey')) headers.set('apikey', backend.keys.publishable)
      const response = await backend.backend.fetch(`${backend.siteUrl.origin}/rest/v1${path}`, {
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
