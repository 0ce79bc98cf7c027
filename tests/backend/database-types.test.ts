import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import type { ShopClient } from '../../supabase/client.ts'
import { getConnectionUrl } from '../support/database.ts'
import { runSupabaseCli } from '../support/supabase-tool.ts'

test('the generated database types match the migrations', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'types-'))
  try {
    const remote = `--remote=${getConnectionUrl(inject('templateDatabase'))}`
    const words = ['gen', 'types', '--lang=typescript', '--schema', 'public', remote]
    const { code, printed } = await runSupabaseCli(folder, words, { PGSSLMODE: 'disable' })
    expect(code).toBe(0)
    await expect(printed).toMatchFileSnapshot('../../supabase/database.types.ts')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a query of a missing table, column or function does not compile', () => {
  const client: ShopClient = createClient('http://localhost', 'key')
  const asked = [
    // @ts-expect-error There is no such table.
    client.from('no_such_table').select('id'),
    // @ts-expect-error There is no such column.
    client.from('products').select('id').eq('no_such_column', 1),
    // @ts-expect-error There is no such function.
    client.rpc('no_such_function', {}),
    // @ts-expect-error It has no such argument.
    client.rpc('discount_of', { p_no_such_argument: 'x' }),
  ]
  expect(asked).toHaveLength(4)
})
