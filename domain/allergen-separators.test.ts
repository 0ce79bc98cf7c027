import { expect, test } from 'vitest'
import { findAllergens } from './allergen-answers.ts'
import type { AllergenId } from './allergen-words.ts'
import { markAllergens } from './mark-allergens.ts'

/** The characters that pasted lists have between two ingredients. */
const separators = [
  ',',
  ', ',
  ';',
  '\n',
  '\r\n',
  '\r',
  '\v',
  '\f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\n\n',
  ' \n ',
  '\t',
  '\n- ',
  '\n-',
  '\n– ',
  '\n• ',
  '\n* ',
  '\n1. ',
  '\n2) ',
  '\n1.\t',
  '\n•\t',
  '\no\t',
  '\n\u00b7\u00a0',
  ' • ',
  '•',
  ' · ',
  '|',
  ' | ',
  '/',
  ' / ',
  '–',
  ' – ',
  '—',
  ' — ',
  ' - ',
  ' -',
  '- ',
  ' \u2010 ',
  ' _ ',
  '. ',
  '.',
  ':',
  ': ',
  '+',
  ' + ',
  ' & ',
  ' and ',
  ' [',
  '] ',
  ') ',
]

const milk = [
  'milk',
  'Butter',
  'cream',
  'cheese',
  'yoghurt',
  'custard',
  'whey powder',
  'crème fraîche',
]
const flour = ['flour', 'bread', 'noodles', 'pasta', 'biscuits', 'pastry', 'flatbread', 'couscous']
const drinks = ['beer', 'breadcrumbs', 'panko', 'pumpernickel', 'spaghetti', 'brioche']

/** Words that turn a following word into something else, with the words that they turn. */
const plants: [AllergenId, string[], string[]][] = [
  [
    'milk',
    'coconut cocoa peanut almond cashew hazelnut oat rice hemp pea shea nut soya soy vegan plant apple'.split(
      ' ',
    ),
    milk,
  ],
  [
    'gluten',
    'rice corn maize gram chickpea lentil pea bean potato coconut almond soya buckwheat mustard sesame garlic onion glass gluten-free wheat-free'.split(
      ' ',
    ),
    flour,
  ],
  ['gluten', ['gluten-free', 'gluten free'], drinks],
  [
    'gluten',
    ['gluten-free', 'wheat-free', 'tamari'],
    ['soy sauce', 'soya sauce', 'teriyaki', 'hoisin'],
  ],
  ['eggs', ['vegan'], ['egg', 'mayonnaise', 'aïoli', 'aioli', 'meringue']],
  ['fish', ['vegan'], ['Worcester sauce', 'worcestershire sauce']],
  ['nuts', ['pine', 'tiger'], ['nuts', 'nut']],
]

/** Words that turn a word before them into something else. */
const ends: [AllergenId, string[], string[]][] = [
  ['milk', milk, ['beans', 'of tartar', 'thistle']],
  ['gluten', ['wheat', 'gluten'], ['free range eggs']],
  ['gluten', ['bread'], ['and butter', 'butter']],
  ['crustaceans', ['crab', 'prawns'], ['apples']],
  ['molluscs', ['oysters', 'snails'], ['mushrooms']],
]

const pairs = [
  ...plants.flatMap(([id, before, words]) =>
    before.flatMap((plant) => words.map((word) => [id, plant, word] as const)),
  ),
  ...ends.flatMap(([id, words, after]) =>
    words.flatMap((word) => after.map((end) => [id, word, end] as const)),
  ),
]

test.each(separators)(
  '%j between two ingredients never hides the allergen of one of them',
  (separator) => {
    const missed = pairs.filter(
      ([id, one, other]) => !findAllergens(one + separator + other).has(id),
    )
    expect(missed).toEqual([])
  },
)

test('no character but a letter, a space or a hyphen joins two ingredients into a harmless phrase', () => {
  const joining = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(
    (one) =>
      !/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cs}/u.test(one) &&
      !/[\p{L}\p{N}\p{M}]|^[\p{Zs}\u2010\u2011\u2212_-]$/u.test(one.normalize('NFKC')) &&
      !['', ' '].every((space) => findAllergens(`coconut${space}${one}${space}milk`).has('milk')),
  )
  const codes = joining.map((one) => one.charCodeAt(0).toString(16)).join(' ')
  expect(codes).toBe('')
})

test('a list that is broken within the name of an allergen still names it', () => {
  const names = 'sulphur dioxide, soy sauce, nam pla, monkey nuts, crème fraîche, benne seeds'
  expect([...findAllergens(names.replaceAll(/(?<!,) /g, '\n')).keys()]).toEqual([
    ...findAllergens(names).keys(),
  ])
})

test.each([
  ['coconut milk', ''],
  ['coconut-milk, coconut\u2011milk, coconut  milk, coconut\u00a0milk', ''],
  ['_coconut_ milk, butter-beans, cream of tartar', ''],
  ['gluten-free flour, bread-and-butter-bean pickles', ''],
  ['bread and butter', 'gluten milk'],
  ['zaatar', 'sesame'],
  ['za\u2018atar', 'sesame'],
  ['za\u2019atar', 'sesame'],
  ['gentleman\u2018s relish', 'fish'],
  ['gentleman\u2019s relish', 'fish'],
  ['aïoli', 'eggs'],
  ['ai\u0308oli', 'eggs'],
  ['pumpernickel', 'gluten'],
  ['preservative (SO2)', 'sulphites'],
  ['SO₂', 'sulphites'],
])('finds in the words %j the allergens "%s"', (text, ids) => {
  expect([...findAllergens(text).keys()].join(' ')).toBe(ids)
})

test('emphasises an allergen in whatever way it is separated from a plant', () => {
  for (const separator of separators)
    expect(markAllergens(`coconut${separator}milk`)).toMatch(/\*\*milk\*\*$/)
})
