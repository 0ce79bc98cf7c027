import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatAllergenLabel,
  type AllergenAnswers,
  findAllergens,
  updateAllergenAnswers,
  fillAnswersFromKitchen,
  getUnansweredAllergens,
} from './allergen-answers.ts'
import { allergens } from './allergen-words.ts'
import { splitAtAllergens } from './mark-allergens.ts'

const allFree: AllergenAnswers = Object.fromEntries(allergens.map(({ id }) => [id, 'free']))

test.each([
  ['crispy onions (onion, wheat flour), celery seeds, mustard powder', 'celery gluten mustard'],
  ['Worcester sauce (anchovies, barley malt vinegar)', 'gluten fish'],
  ['coconut milk, cocoa butter, peanut butter, butter beans, cream of tartar', 'peanuts'],
  ['oyster mushrooms, nutmeg, butternut squash, eggplant, buckwheat', ''],
  ['soya beans, tahini, double cream, smoked almonds', 'milk nuts sesame soya'],
  ['crème fraîche, feta, mayo, plain flour, tamari', 'gluten eggs milk soya'],
  ['E223', 'sulphites'],
  ['preservative: E 220, potassium metabisulphite, sodium bisulfite', 'sulphites'],
  [
    'Worcestershire sauce, bonito, scampi, calamari, lupine flour',
    'crustaceans fish lupin molluscs',
  ],
  ['halva, dijon, celeriac, satay, sodium caseinate, whey', 'celery milk mustard peanuts sesame'],
  ['durum, panko, filberts, frangipane, egg albumin', 'gluten eggs nuts'],
  ['soy sauce, sugar', 'gluten soya'],
  ['dark soya sauce (5%)', 'gluten soya'],
  ['teriyaki, hoisin sauce', 'gluten soya'],
  ['tamari', 'soya'],
  ['gluten-free soy sauce, wheat-free teriyaki', 'soya'],
  ['soy sauce (water, soybeans, salt), soya sauce (tamari), soy sauce (gluten free)', 'soya'],
  ['soy sauce (water, soybeans, wheat, salt)', 'gluten soya'],
  ['pine nuts, tiger-nuts', ''],
  ['pine nuts, mixed nuts', 'nuts'],
  ['water chestnuts, crab apples, coconut cream, butter-beans, milk thistle, E229, cornflour', ''],
  ['mus\u00ADtard, \uFB01sh, _peanuts_, pea\u200Bnuts, \uFEFFsoy', 'fish mustard peanuts soya'],
  ['sea-bass, pea-nuts, sulphur\u00A0dioxide, ground\u2011nuts', 'fish nuts peanuts sulphites'],
  ['flour', 'gluten'],
  ['bread', 'gluten'],
  ['egg noodles', 'gluten eggs'],
  ['pasta', 'gluten'],
  ['naan', 'gluten'],
  ['pesto', 'milk'],
  ['rice flour, corn-flour, gluten-free bread, glass noodles', ''],
  ['', ''],
])('finds in the ingredients %j the allergens "%s"', (text, ids) => {
  expect([...findAllergens(text).keys()].join(' ')).toBe(ids)
})

test('typing an allergen answers "contains", and deleting it makes the answer unknown', () => {
  const typed = updateAllergenAnswers('salt', 'salt, mustard', { ...allFree, celery: 'may' })
  expect(typed).toEqual({ ...allFree, celery: 'may', mustard: 'contains' })
  const { mustard: _, ...others } = allFree
  expect(updateAllergenAnswers('salt, mustard', 'salt', typed)).toEqual({
    ...others,
    celery: 'may',
  })
})

test('the kitchen’s allergens fill only open answers, and only with "may contain"', () => {
  const filled = fillAnswersFromKitchen({ celery: 'contains', milk: 'free' })
  expect(filled).toMatchObject({ celery: 'contains', milk: 'free', gluten: 'may', fish: 'may' })
  expect(getUnansweredAllergens(filled).map(({ id }) => id)).toEqual([
    'crustaceans',
    'eggs',
    'lupin',
    'molluscs',
    'nuts',
  ])
})

test('the label sentence names cereals and nuts one by one', () => {
  const answers = { ...allFree, gluten: 'contains', celery: 'contains', milk: 'may' } as const
  expect(formatAllergenLabel('wheat flour, celery, Rye', answers)).toBe(
    'Contains: celery, wheat, rye. May contain: milk.',
  )
  expect(formatAllergenLabel('semolina', answers)).toContain('celery, cereals with gluten.')
  expect(formatAllergenLabel('salt', allFree)).toBe(
    'None of the 14 named allergens is an ingredient.',
  )
  expect(formatAllergenLabel('salt', {})).toBeNull()
})

test('a label with open answers lists the unknown allergens and never claims that none of the 14 is an ingredient', () => {
  const { nuts: _, ...withoutNuts } = allFree
  expect(formatAllergenLabel('salt', withoutNuts)).toBe('Not known: nuts.')
  expect(formatAllergenLabel('salt', { ...withoutNuts, milk: 'may', celery: 'contains' })).toBe(
    'Contains: celery. May contain: milk. Not known: nuts.',
  )
})

test('splitting a text into marked pieces loses no letter', () => {
  const words = fc.constantFrom('wheat', 'butter', 'beans', 'salt', 'oat', 'milk', ', ', ' ')
  fc.assert(
    fc.property(fc.array(words), (list) => {
      const text = list.join(' ')
      expect(
        splitAtAllergens(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
