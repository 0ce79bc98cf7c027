import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { tacoNight } from '../features/places/dates.fixtures.ts'
import type { ShopEvent } from '../features/places/shop-events.server.ts'
import { loadDiary } from './diary.server.ts'

/** Returns a loader's context with a database that has these dates, or that fails when `dates` is null. */
function createContext(dates: ShopEvent[] | null, now: string) {
  const supabase = createClient('http://localhost', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async () =>
        dates === null
          ? Response.json({ code: 'X', message: 'gone' }, { status: 503 })
          : Response.json({ dates, changedAt: null }),
    },
  })
  return {
    supabase,
    readRows: <T>(_: string, ask: (client: typeof supabase) => Promise<T>) => ask(supabase),
    publishableKey: 'key',
    supabaseUrl: '',
    siteUrl: 'https://shop.example',
    now: () => Date.parse(now),
    logFailure: () => undefined,
  }
}

const first = tacoNight({ slug: 'pop-up-june-2025', kind: 'pop-up', day: '2025-06-05' })

test('an event is past from its end time', async () => {
  const before = await loadDiary(createContext([first], '2025-06-05T20:29:00Z'))
  expect(before).toEqual({ upcoming: [first], past: [] })
  const after = await loadDiary(createContext([first], '2025-06-05T20:30:00Z'), 'pop-up')
  expect(after).toEqual({ upcoming: [], past: [first] })
  expect(await loadDiary(createContext([first], '2025-06-05T20:30:00Z'), 'taco')).toEqual({
    upcoming: [],
    past: [],
  })
})

test('a page with dates responds with 503 without the database', async () => {
  await expect(loadDiary(createContext(null, '2026-11-20T12:00:00Z'))).rejects.toMatchObject({
    init: { status: 503 },
  })
})
