import { expect, test } from 'vitest'
import { type Page, pages } from '../../app/content/pages.ts'
import { recipeSlug } from '../../app/content/recipes.ts'
import { getSharePicturePath } from '../../domain/share-picture.ts'
import { renderPng } from '../../art/files/png.ts'
import { splitTitleLines, sharePictures } from '../../art/files/share-pictures.ts'
import { seedProducts } from '../../supabase/seed/products.ts'

const sheets = sharePictures()
const recipePicture = (title: string) => `/generated/share/recipes-${recipeSlug(title)}.png`

test('every page, product and recipe has a share picture of its own', () => {
  expect(sheets.map(({ path }) => `/generated/${path}`)).toEqual([
    ...Object.values<Page>(pages)
      .filter(({ share }) => share !== undefined)
      .map(({ path }) => getSharePicturePath(path)),
    ...seedProducts.map(({ slug }) => `/generated/share/${slug}.png`),
    ...seedProducts.flatMap(({ recipeIdeas }) => Object.keys(recipeIdeas)).map(recipePicture),
  ])
  expect(new Set(sheets.map(({ svg }) => svg)).size).toBe(sheets.length)
  expect(sheets.filter(({ svg }) => /<text|NaN|undefined/.test(svg))).toEqual([])
})

test('the most complex share pictures are 1200 by 630 and weigh less than 60 KB', async () => {
  const richest = sheets.toSorted((a, b) => b.svg.length - a.svg.length).slice(0, 3)
  for (const { svg, width = 0 } of richest) {
    const png = Buffer.from(await renderPng(svg, width))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(60_000)
  }
})

test('a long name is broken into at most three lines', () => {
  const lines = seedProducts.map(({ name }) => splitTitleLines(name).length)
  expect(Math.max(...lines)).toBeLessThanOrEqual(3)
  expect(splitTitleLines('SPICE BAG MIX')).toEqual(['SPICE BAG', 'MIX'])
})
