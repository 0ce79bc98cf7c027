import { expect, test } from 'vitest'
import { checkNewsletter, newsletterTexts } from './newsletter.ts'

const typed = { email: 'marsha@example.com', name: 'Marsha' }

test('the newsletter form trims the address and the name', () => {
  expect(checkNewsletter({ email: ' marsha@example.com ', name: '  Marsha  ' })).toEqual({
    ok: true,
    fields: typed,
  })
})

test.each(['', 'marsha', 'marsha@example', 'a b@example.com', `${'x'.repeat(250)}@example.com`])(
  'the newsletter form refuses the address "%s"',
  (email) => {
    const check = checkNewsletter({ ...typed, email })
    expect(check).toMatchObject({
      ok: false,
      field: 'email',
      message: newsletterTexts.invalidEmail,
    })
  },
)

test.each(['', 'M', ' M ', '<>', 'M\u200B', '👑'])(
  'the newsletter form refuses the name "%s" as too short',
  (name) => {
    const check = checkNewsletter({ ...typed, name })
    expect(check).toMatchObject({ ok: false, field: 'name', message: newsletterTexts.invalidName })
  },
)

test('the newsletter form strips markup and cuts a name at 100 characters', () => {
  expect(checkNewsletter({ ...typed, name: '<b>Marsha' })).toMatchObject({
    fields: { name: 'bMarsha' },
  })
  const long = checkNewsletter({ ...typed, name: 'x'.repeat(150) })
  expect(long.ok && long.fields.name.length).toBe(100)
})

test('the newsletter form refuses a script as a name', () => {
  expect(checkNewsletter({ ...typed, name: '<script>alert(1)</script>' })).toMatchObject({
    ok: false,
    message: { text: 'Suspicious content detected in name' },
    isSuspicious: true,
  })
})
