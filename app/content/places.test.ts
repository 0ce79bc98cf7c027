import * as v from 'valibot'
import { expect, test } from 'vitest'
import { artFiles } from '../../art/files/pictures.ts'
import { business } from '../../domain/business.ts'
import { aboutTexts, businessArms, milestones } from './about.ts'
import { beerMats, breweryTexts, breweryPictures } from './brewery.ts'
import { gregsTexts, marketPosters, marketsTexts, marketFoods } from './markets.ts'
import { flyerDesigns, popUpMenus, popUpsTexts } from './pop-ups.ts'
import { promoVideo, tacoMenus, tacoTuesdaysTexts } from './taco-tuesdays.ts'
import { posterTexts, wholesaleTexts, whereToFindUsTexts } from './where-to-find-us.ts'

const words = v.pipe(v.string(), v.trim(), v.nonEmpty())
const list = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.minLength(1))

const menu = v.object({
  title: words,
  picture: words,
  alt: words,
  dishes: list(v.object({ name: words, text: words })),
})

/** Returns all values in nested content. */
function texts(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [value]
}

const drawn = new Set(artFiles().map(({ path }) => path.replace(/^art\/|\.svg$/g, '')))

test('menus have dishes, and a drawing exists for every picture that the pages name', () => {
  const menus = v.parse(list(menu), [...popUpMenus, ...tacoMenus])
  const named = [
    ...menus.map(({ picture }) => picture),
    ...Object.values(marketPosters).map(({ art }) => `poster-${art}`),
    ...Object.values(flyerDesigns).map(({ art }) => `poster-${art}`),
    ...beerMats.map((mat) => `beer-mat-${mat.slug}`),
    ...breweryPictures.map(({ file }) => file),
    ...milestones.map(({ year }) => `year-${year}`),
  ]
  expect(named.filter((name) => !drawn.has(name))).toEqual([])
})

test('the about page has a picture for each year from 2016 to 2025 and four arms of the business', () => {
  expect(milestones.map(({ year }) => Number(year))).toEqual([
    2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025,
  ])
  expect(businessArms.slice(0, 3).map(({ to }) => to)).toEqual([
    '/proud-catering',
    '/shop',
    `/${business.chef.slug}-consultancy`,
  ])
  expect(businessArms).toHaveLength(4)
})

test('the market stall lists the announced food in the announced spelling', () => {
  expect(marketFoods.map(({ title, items }) => [title, ...items])).toEqual([
    [
      'Buttermilk biscuits',
      'Plain',
      'Triple cheese',
      'Cheese and jalapeno',
      'Cheese and bacon',
      'Honey butter',
    ],
    ['Pastries', 'BBQ sausage', 'Ruben', 'Brisket rolls'],
    ['Pasties', 'Ruben', 'Jambalaya', 'Philly cheese steak'],
  ])
})

test('no text of a page is missing or empty', () => {
  const pages = [
    whereToFindUsTexts,
    wholesaleTexts,
    posterTexts,
    popUpsTexts,
    tacoTuesdaysTexts,
    marketsTexts,
    gregsTexts,
    marketPosters,
    marketFoods,
    breweryTexts,
    beerMats,
    breweryPictures,
    aboutTexts,
    businessArms,
    milestones,
    promoVideo,
  ]
  const empty = pages
    .flatMap(texts)
    .filter((value) => (typeof value === 'string' ? value.trim() === '' : value == null))
  expect(empty).toEqual([])
})
