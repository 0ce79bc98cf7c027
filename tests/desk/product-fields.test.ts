import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import {
  editedColumns,
  fieldNames,
  lineFieldNames,
} from '../../desk/screens/products/product-fields.ts'
import {
  productContentSchema,
  emptyProductContent,
} from '../../desk/screens/products/stored-content.ts'
import { createTestShop } from '../support/shop.ts'
import { allergenAnswers, aSauce, publishProduct } from './products-typed.ts'
import { createStaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { client } = await createStaffMember(shop, 'owner')

test('the database returns exactly the fields of the editor for a product', async () => {
  const { data } = await publishProduct(client, randomUUID(), aSauce(), null)
  expect(Object.keys(data).toSorted()).toEqual(fieldNames.toSorted())
  const edited = new Set<string | null>(Object.values(editedColumns))
  expect(fieldNames.filter((name) => !edited.has(name))).toEqual([])
})

test('each field of the editor is read back from the database as it was published', async () => {
  const content = {
    ...emptyProductContent,
    ...Object.fromEntries(lineFieldNames.map((name) => [name, `The line ${name}`])),
    name: 'Hot Gossip',
    tagline: 'Pass it on.',
    description: 'Hot.',
    category: 'condiment',
    price: 650,
    images: ['/generated/stickers/spice-bag-mix.svg'],
    alts: ['A packet'],
    net: 150,
    unit: 'ml',
    sizes: ['S'],
    ingredients: ['chillies', 'mustard seeds'],
    answers: allergenAnswers({ mustard: 'contains' }),
    heat: 3,
    tags: ['#spicy'],
    isHot: true,
    isLimited: true,
    isBestSeller: true,
    shelf: 'coming-soon',
    onSaleFrom: '2030-01-02',
  }
  const same = fieldNames.filter((name) => name !== 'allergens')
  const before = v.parse(v.looseObject({}), emptyProductContent)
  // Every field must differ from its value in a new product, because otherwise a field that is not saved would go
  // unnoticed.
  expect(same.filter((name) => content[name] === before[name])).toEqual([])
  const { data, error } = await publishProduct(client, randomUUID(), content, null)
  expect(error).toBeNull()
  expect(v.parse(productContentSchema, data)).toEqual({ ...content, allergens: expect.any(String) })
})
