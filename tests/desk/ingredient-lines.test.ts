import { afterAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { normaliseAllergenText } from '../../domain/allergen-text.ts'
import { type AllergenAnswers, findAllergens } from '../../domain/allergen-answers.ts'
import { allergens } from '../../domain/allergen-words.ts'
import { labelText } from '../../domain/label-text.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database

const allFree: AllergenAnswers = Object.fromEntries(allergens.map(({ id }) => [id, 'free']))

test('the database and the desk search the same text for allergens, whatever is between two ingredients', async () => {
  const between = Array.from({ length: 0xfffe }, (_, index) => String.fromCharCode(index + 1))
    .filter(
      (one) => !/[\p{L}\p{N}\p{M}\p{Cf}\p{Cs}\p{Cn}\p{Co}]/u.test(one + one.normalize('NFKC')),
    )
    .flatMap((one) => [one, ` ${one} `])
  const rows = await sql`
    select separator, public.allergen_text('coconut' || separator || 'milk') ~* words as is_found
    from public.allergen_words(), unnest(${between}::text[]) as separator where id = 'milk'`
  const isFoundAtDesk = (one: string) => findAllergens(`coconut${one}milk`).has('milk')
  const different = rows.filter((row) => row.is_found !== isFoundAtDesk(row.separator))
  expect(rows).toHaveLength(between.length)
  expect(
    different.map(({ separator }) =>
      [...separator].map((one) => one.codePointAt(0)?.toString(16)).join(' '),
    ),
  ).toEqual([])
})

test('the database and the desk return the same text for lists of words, line breaks, dashes and bullets', async () => {
  const words = ['coconut', 'milk', 'soy', 'sauce', 'gluten', 'free', '**oat**', '_egg_', '(5%)']
  const between = [
    ' ',
    '-',
    ' - ',
    '- ',
    '\n',
    '\n- ',
    '\r\n',
    '\t',
    '\u2028',
    '\u2013',
    '\u2011',
    ' _ ',
    ', ',
  ]
  const list = fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...between)), {
    maxLength: 8,
  })
  const texts = fc.sample(list, 300).map((parts) => parts.flat().join(''))
  const rows = await sql`
    select text, public.allergen_text(text) as searched from unnest(${texts}::text[]) as text`
  for (const { text, searched } of rows)
    expect([text, searched]).toEqual([text, normaliseAllergenText(text)])
})

test.each([
  'Chillies\nCoconut\nMilk\nSalt',
  '- Chillies\r\n- Coconut\r\n- Milk\r\n- Salt',
  '1. Chillies\u20282. Coconut\u20283. Milk\u20284. Salt',
])(
  'ingredients on the lines of one value, %j, are stored one by one, and their label warns of each',
  async (pasted) => {
    const values = { ingredients: ['Oil', pasted], allergen_answers: allFree }
    const { data, error } = await shop.secret
      .from('products')
      .update(values)
      .eq('slug', 'nashville-chilli-crisp')
      .select()
      .single()
    expect(error).toBeNull()
    expect(data?.ingredients).toEqual(['Oil', 'Chillies', 'Coconut', 'Milk', 'Salt'])
    const [row] = await sql`
      select public.label_text(p) as label from public.products p where slug = 'nashville-chilli-crisp'`
    expect(row?.label).toContain('milk')
    expect(labelText({ ...values, allergens: data?.allergens ?? null })).toBe(row?.label)
  },
)

test('a label of several lines warns of what is contained on any of them', async () => {
  const labels = [
    'Not known: nuts\rContains: milk',
    'Contains:\tmilk',
    '- Contains: milk',
    '\u2022 Contains: milk\u2028\u2022 Not known: nuts',
  ]
  for (const words of labels) {
    const [row] =
      await sql`select public.allergen_states('', ${words}, ${sql.json({ ...allFree })}) as states`
    expect([words, row?.states.milk, row?.states.nuts]).toEqual([words, 'contains', 'free'])
    expect(labelText({ allergens: words, allergen_answers: allFree })).toContain('Contains: milk.')
  }
})
