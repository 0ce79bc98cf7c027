import { expect, test } from 'vitest'
import { signLink } from '../../../supabase/functions/_shared/signed-link.ts'
import { readTokenAccount } from './restore-cart.ts'

const id = 'b7d0c3a5-3c57-4a0c-9b1e-0e4b0f6f6d11'
const sign = (subject: string) =>
  signLink({ SUPABASE_SECRET_KEY: 'secret' }, 'cart-restore', subject, null)

test('reads the account from the token of a restore link, and null from a guest’s or invalid token', async () => {
  expect(readTokenAccount(await sign(`account:${id}`))).toBe(id)
  for (const token of [await sign(`guest:${id}`), await sign('account:x'), '', 'x.y.z', '%%%'])
    expect(readTokenAccount(token)).toBeNull()
})
