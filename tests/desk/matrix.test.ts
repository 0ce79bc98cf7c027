import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const all = await createClientsByRole(shop)
type Who = keyof typeof all

/** The desk functions that packers may call; all others require an owner. */
const forPackers: string[] = [
  'desk_answer_label_question',
  'desk_choose_recipes',
  'desk_coming_up',
  'desk_holds',
  'desk_make_pick_list',
  'desk_newest_order',
  'desk_parcel_file',
  'desk_parcels',
  'desk_pick',
  'desk_pick_list',
  'desk_put_back',
  'desk_recipe_choices',
  'desk_send',
  'desk_send_part',
  'desk_set_delivery_service',
  'desk_set_order_note',
  'desk_set_packed',
  'desk_set_weight',
  'desk_slips',
  'desk_stock',
  'desk_today',
  'desk_undo_sent',
]
/** The desk functions that every signed-in user may call, because they only concern the caller. */
const forAnybody = ['desk_me', 'desk_join']

const views = (
  await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' order by 1`
).map(({ name }) => name)
const functions = await sql<{ name: string; needed: string[] }[]>`
  select p.proname as name, array(
    select coalesce(p.proargnames[i], '') from generate_series(1, p.pronargs - p.pronargdefaults) as i
  ) as needed
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'desk\\_%'
    and has_function_privilege('authenticated', p.oid, 'execute') order by 1`

/** Returns the number of rows that a role sees in a view, or the error code of the refusal. */
async function seen(who: Who, view: string): Promise<number | string | undefined> {
  const { data, error } = await all[who].from(view).select('*')
  return error === null ? data.length : error.code
}

test('every view in the database belongs to the desk', () => {
  expect(views.filter((name) => !name.startsWith('desk_'))).toEqual([])
})

test.each(views)(
  'the view %s shows nothing to outsiders and nobody can write to it',
  async (view) => {
    expect(await seen('visitor', view)).toBe('42501')
    expect([await seen('customer', view), await seen('owner without a code', view)]).toEqual([0, 0])
    const writers = Object.values(all).map((client) => client.from(view).insert({}))
    expect((await Promise.all(writers)).filter(({ error }) => error === null)).toEqual([])
  },
)

test.each(views.filter((view) => !forPackers.includes(view)))(
  'the view %s shows nothing to packers',
  async (view) => {
    expect(await seen('packer', view)).toBe(0)
  },
)

const refusals = ['42501', 'PT401', 'PT403']

/**
 * Returns the roles whose call is refused for lack of rights. All arguments are null, because rights are checked before
 * arguments.
 */
async function refused(name: string, needed: string[]): Promise<Who[]> {
  const nothing = Object.fromEntries(needed.map((argument) => [argument, null]))
  const answers = await Promise.all(
    Object.entries(all).map(async ([who, client]) => {
      const { error } = await client.rpc(name, nothing)
      return refusals.includes(error?.code ?? '') && error?.hint !== 'fresh_code'
        ? [who as Who]
        : []
    }),
  )
  return answers.flat()
}

test.each(functions.filter(({ name }) => !forAnybody.includes(name)))(
  'the function $name is callable only by owners with a second factor, and by packers where they need it',
  async ({ name, needed }) => {
    const outside: Who[] = ['visitor', 'customer', 'packer', 'owner without a code']
    expect(await refused(name, needed)).toEqual(
      outside.filter((who) => who !== 'packer' || !forPackers.includes(name)),
    )
  },
)
