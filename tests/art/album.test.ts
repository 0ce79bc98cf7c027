import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Resvg } from '@resvg/resvg-js'
import { cardPicture } from '../../app/routes/product/pictures.ts'
import { stickers, stickerSlugs } from '../../art/vessels/stickers.ts'
import type { StickerDrawing } from '../../art/vessels/parts.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import { aProduct } from '../support/product.ts'
import { drawStickers } from './pictures.ts'

const album = drawStickers()
const drawings = new Map<string, StickerDrawing>(Object.entries(stickers))

test('every picture that the seed and the playground cards name is drawn', () => {
  const named = seedProducts.flatMap(({ imageUrl, category }) => {
    const onCard = cardPicture(aProduct({ images: imageUrl, category }))
    return [...new Set([...imageUrl, onCard])]
  })
  const drawn = [...album.keys()].map((name) => `/generated/stickers/${name}.svg`)
  expect(named.toSorted()).toEqual(drawn.toSorted())
})

test('a card shows the pictures that the owner has set in place of the drawings', () => {
  const onCard = (images: string[], category = 'condiment') =>
    cardPicture(aProduct({ images, category }))
  const third = '/generated/stickers/x-third.svg'
  expect(onCard(['a', 'b', third])).toBe('/generated/stickers/x-mascot.svg')
  expect(onCard(['a', 'b', third], 'merchandise')).toBe(third)
  expect(onCard(['a', 'b', 'https://photos.example/c.jpg'])).toBe('https://photos.example/c.jpg')
  expect(cardPicture(aProduct({ images: ['a', 'b', third], isComingSoon: true }))).toBe('a')
})

test('every picture is well-formed and can be rendered', () => {
  const empty = picturesWhere((svg) => {
    const { width, height, pixels } = new Resvg(svg, {
      fitTo: { mode: 'width', value: 60 },
    }).render()
    return (
      height !== (svg.includes('viewBox="-60 -60 120 120"') ? 60 : 72) ||
      !isOpaqueInTheMiddle(pixels, width, height)
    )
  })
  expect(empty).toEqual([])
})

test('no picture needs a font or an external resource', () => {
  const dependent = picturesWhere(
    (svg) =>
      /<text|<style|<script|<foreignObject/.test(svg) ||
      references(svg).some((target) => !target.startsWith('#')),
  )
  expect(dependent).toEqual([])
})

test('every id in a picture is unique and every reference finds one', () => {
  const broken = picturesWhere((svg) => {
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`)
    const known = new Set(ids)
    return known.size !== ids.length || references(svg).some((target) => !known.has(target))
  })
  expect(broken).toEqual([])
})

test('sticker fronts are small enough to load dozens of them', () => {
  const sizes = stickerSlugs.map((slug) => gzipSync(album.get(slug) ?? '').length)
  expect(Math.max(...sizes)).toBeLessThan(3_900)
  expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(2_800)
})

test('labels and third views weigh at most 15 KB', () => {
  expect(picturesWhere((svg) => gzipSync(svg).length > 15_000)).toEqual([])
})

test('drawing the album twice gives the same result', () => {
  expect(drawStickers()).toEqual(album)
})

test('no two products share vessel and background, except the two versions of a box', () => {
  const pairs = stickerSlugs
    .filter((slug) => !slug.endsWith('-quarterly-subscription'))
    .map(
      (slug) =>
        `${drawings.get(slug)?.vessel.name} on ${drawings.get(slug)?.ground?.kind ?? 'nothing'}`,
    )
  expect(new Set(pairs).size).toBe(pairs.length)
})

test('no two products share body colour and slot tint', () => {
  const pairs = seedProducts.map(({ slug, tint }) => `${drawings.get(slug)?.body} on ${tint}`)
  expect(new Set(pairs).size).toBe(pairs.length)
})

test('each mascot belongs to one product', () => {
  const mascots = stickerSlugs
    .filter((slug) => !slug.endsWith('-quarterly-subscription'))
    .flatMap((slug) => drawings.get(slug)?.mascot?.name ?? [])
  expect(mascots).toHaveLength(19)
  expect(new Set(mascots).size).toBe(mascots.length)
})

test('the monthly and the quarterly box differ only in their seal', () => {
  const monthly = stickers['twink-box-monthly-subscription']
  const quarterly = stickers['twink-box-quarterly-subscription']
  expect(monthly.box.seal).toBe('MONTHLY')
  expect({ ...quarterly, box: monthly.box }).toEqual(monthly)
})

function picturesWhere(test: (svg: string) => boolean): string[] {
  return [...album].filter(([, svg]) => test(svg)).map(([name]) => name)
}

function references(svg: string): string[] {
  return [...svg.matchAll(/(?:href="|url\()([^")]+)/g)].map(([, target = '']) => target)
}

function isOpaqueInTheMiddle(pixels: Uint8Array, width: number, height: number): boolean {
  const middle = Math.floor(height * 0.6) * width + Math.floor(width / 2)
  return pixels[middle * 4 + 3] === 255
}
