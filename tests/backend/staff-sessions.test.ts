import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createStaffSessions } from '../../server/staff-sessions.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())

const { sql } = shop.database
const log = pino({ level: 'silent' })
const sessions = () => createStaffSessions({ sql, clock: shop.clock.now, log })

async function hire(role: 'owner' | 'packer'): Promise<string> {
  const { id } = await shop.createUser()
  await sql`insert into public.staff (user_id, name, role) values (${id}, 'Beau', ${role})`
  return id
}

const session = randomUUID()
const callerOf = (sub: string, aal = 'aal1') => ({
  role: 'authenticated' as const,
  claims: { role: 'authenticated', sub, session_id: session, aal },
})

test.for(['owner', 'packer'] as const)(
  'a stolen password of the %s opens no staff session, which needs both factors',
  { tags: ['abuse-pages'] },
  async (role) => {
    const id = await hire(role)
    const staff = sessions()
    await staff.refresh()
    expect(staff.find(callerOf(id))).toBeNull()
    expect(staff.find(callerOf(id, 'aal2'))).toBe(session)
  },
)

test('a customer or an anonymous visitor has no staff session', async () => {
  const customer = await shop.createUser()
  const staff = sessions()
  await staff.refresh()
  expect(staff.find(callerOf(customer.id, 'aal2'))).toBeNull()
  expect(staff.find({ role: 'anon', claims: { role: 'anon' } })).toBeNull()
})

test('a removed member of staff loses the staff session within ten seconds', async () => {
  const packer = await hire('packer')
  const staff = sessions()
  await staff.refresh()
  await sql`delete from public.staff where user_id = ${packer}`
  expect(staff.find(callerOf(packer, 'aal2'))).toBe(session)
  shop.clock.advance(10_000)
  await expect.poll(() => staff.find(callerOf(packer, 'aal2'))).toBeNull()
})
