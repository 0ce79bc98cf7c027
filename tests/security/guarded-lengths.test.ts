import { afterAll, expect, test } from 'vitest'
import { hasLength } from '../../domain/validation.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database

/** Characters of every kind, but NUL and halves of them, which no text of the database holds; rarer Han are left out. */
function* characters(): Generator<number> {
  for (const [first, last] of [
    [0x1, 0xd7ff],
    [0xe000, 0x1ffff],
    [0xe0000, 0xe1fff],
  ] as const)
    for (let code = first; code <= last; code++) yield code
}

test('the database takes every character for seen or unseen as hasLength does', async () => {
  const codes = [...characters()]
  const rows = await sql<{ code: number }[]>`
    select code from unnest(${codes}::int[]) as code where not public.has_length(chr(code)) order by code`
  const unseen = codes.filter((code) => !hasLength(String.fromCodePoint(code)))
  expect(unseen.length).toBeGreaterThan(4000)
  expect(rows.map(({ code }) => code)).toEqual(unseen)
})

test('the database trims every character that trim takes away, and no other', async () => {
  const codes = [...characters()]
  const rows = await sql<{ code: number }[]>`
    select code from unnest(${codes}::int[]) as code where public.trim_text(chr(code) || 'x' || chr(code)) = 'x' order by code`
  const trimmed = codes.filter((code) => String.fromCodePoint(code).trim() === '')
  expect(rows.map(({ code }) => code)).toEqual(trimmed)
})

test('the database finds a text too short or too long as hasLength does', async () => {
  const parts = ['', ' ', 'a', '𝕏', '\u200b', '\u00ad\u3164', '\u3000', '\n', 'é', '🌶️', '👩‍🍳', 'ab']
  const texts = parts.flatMap((one) =>
    parts.flatMap((two) => parts.map((three) => one + two + three)),
  )
  for (const [min, max] of [
    [1, 255],
    [2, 100],
    [2, 3],
  ] as const) {
    const rows = await sql<{ is: boolean }[]>`
      select public.has_length(t, ${min}, ${max}) as is from unnest(${texts}::text[]) with ordinality as u (t, n) order by n`
    expect(rows.map((row) => row.is)).toEqual(texts.map((text) => hasLength(text, min, max)))
  }
})
