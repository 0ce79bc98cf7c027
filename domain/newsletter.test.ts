import { expect, test } from 'vitest'
import { checkNewsletter, newsletterTexts } from './newsletter.ts'

const typed = { email: 'marsha@example.com', name: 'Marsha' }

test('takes an address and a name, and trims both', () => {
  expect(checkNewsletter({ email: ' marsha@example.com ', name: '  Marsha  ' })).toEqual({
    ok: true,
    fields: typed,
  })
})

test.each(['', 'marsha', 'marsha@example', 'a b@example.com', `${'x'.repeat(250)}@example.com`])(
  'says that the address "%s" is none',
  (email) => {
    const check = checkNewsletter({ ...typed, email })
    expect(check).toMatchObject({ ok: false, field: 'email', words: newsletterTexts.invalidEmail })
  },
)

test.each(['', 'M', ' M ', '<>', 'M\u200B', '👑'])('wants more of a name than "%s"', (name) => {
  const check = checkNewsletter({ ...typed, name })
  expect(check).toMatchObject({ ok: false, field: 'name', words: newsletterTexts.invalidName })
})

test('strips markup and cuts a name at 100 characters', () => {
  expect(checkNewsletter({ ...typed, name: '<b>Marsha' })).toMatchObject({
    fields: { name: 'bMarsha' },
  })
  const long = checkNewsletter({ ...typed, name: 'x'.repeat(150) })
  expect(long.ok && long.fields.name.length).toBe(100)
})

test('refuses a script where a name is asked for', () => {
  expect(checkNewsletter({ ...typed, name: '<script>alert(1)</script>' })).toMatchObject({
    ok: false,
    words: { text: 'Suspicious content detected in name' },
    isSuspicious: true,
  })
})
