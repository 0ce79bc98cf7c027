import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { everybody } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const all = await everybody(shop)
const outside = ['visitor', 'customer', 'owner without a code'] as const

/** What packers may read and do; everything else of the desk is an owner's. */
const forPackers: string[] = [
  'desk_make_pick_list',
  'desk_newest_order',
  'desk_parcels',
  'desk_pick',
  'desk_pick_list',
  'desk_put_back',
  'desk_send',
  'desk_send_part',
  'desk_set_order_note',
  'desk_set_packed',
  'desk_slips',
  'desk_today',
  'desk_undo_sent',
]
/** For whoever is signed in, about themselves. */
const forAnybody = ['desk_me', 'desk_join']

const views = await sql`
  select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' order by 1`
const functions = await sql`
  select p.proname as name, array(
    select coalesce(p.proargnames[i], '') from generate_series(1, p.pronargs - p.pronargdefaults) as i
  ) as arguments
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'desk\\_%'
    and has_function_privilege('authenticated', p.oid, 'execute') order by 1`

test('every view is the desk’s', () => {
  expect(views.filter(({ name }) => !String(name).startsWith('desk_'))).toEqual([])
})

test.each(views.map(({ name }) => String(name)))(
  'the view %s shows nothing to outsiders',
  async (view) => {
    for (const who of outside) {
      const { data, error } = await all[who].from(view).select('*')
      if (who === 'visitor') expect(error?.code).toBe('42501')
      else expect(data, who).toEqual([])
    }
    const { data, error } = await all.packer.from(view).select('*')
    expect(error).toBeNull()
    if (!forPackers.includes(view)) expect(data).toEqual([])
  },
)

test.each(views.map(({ name }) => String(name)))(
  'the view %s is written by nobody',
  async (view) => {
    for (const client of Object.values(all))
      expect((await client.from(view).insert({})).error).not.toBeNull()
  },
)

const refusals = new Set(['42501', 'PT401', 'PT403'])

test.each(functions.map((row) => [String(row.name), row.arguments as string[]] as const))(
  '%s is for staff, and for an owner unless a packer needs it',
  async (name, names) => {
    if (forAnybody.includes(name)) return void expect(forPackers).not.toContain(name)
    const nothing = Object.fromEntries(names.map((argument) => [argument, null]))
    for (const who of outside) {
      const { error } = await all[who].rpc(name, nothing)
      expect(refusals.has(error?.code ?? ''), `${who}: ${error?.code} ${error?.message}`).toBe(true)
    }
    const { error } = await all.packer.rpc(name, nothing)
    expect(refusals.has(error?.code ?? ''), `packer: ${error?.message}`).toBe(
      !forPackers.includes(name),
    )
  },
)
