import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfigFile } from '../packages/embedded-supabase/src/index.ts'

test('the embedded backend can read the configuration of the shop’s hosted Supabase', async () => {
  const file = join(import.meta.dirname, '..', 'supabase', 'config.toml')
  const text = await readFile(file, 'utf8')
  expect(() => readConfigFile(text)).toThrow('auth.site_url asks for SITE_URL, which is not set')
  const SITE_URL = 'https://shop.example'
  const { auth, siteUrl, warnings } = readConfigFile(text, { SITE_URL })
  expect(siteUrl?.href).toBe(`${SITE_URL}/`)
  expect(auth).toMatchObject({
    additional_redirect_urls: [SITE_URL],
    minimum_password_length: 8,
    password_requirements: 'lower_upper_letters_digits',
    email: { enable_confirmations: true, double_confirm_changes: true, otp_length: 8 },
  })
  expect(warnings.every((warning) => warning.startsWith('auth.email.'))).toBe(true)
})
