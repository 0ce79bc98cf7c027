import { type Page, type PageName, pages } from '../../app/content/pages.ts'
import { dishRecipes, recipeSlug } from '../../app/content/recipes.ts'
import type { Tint } from '../../domain/product.ts'
import { getSharePicturePath } from '../../domain/share-picture.ts'
import { editorialPaths } from '../../app/core/editorial-paths.ts'
import { business } from '../../domain/business.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import type { PictureFile } from './pictures.ts'
import { drawRecipeDish, getShareDrawing, drawSticker } from './share-drawings.ts'
import { createProductSvg, createSvgFile } from './tidy-svg.ts'
import { palette, repeat } from '../lib/kit.ts'
import { breakIntoLines, drawTitleLines } from '../lib/lettering.ts'
import { drawTextLine, measureTextWidth } from '../lib/reading.ts'
import { rayBurst } from '../spots/house-spots.ts'
import { drawDieCutProduct } from '../vessels/sticker.ts'
import { stickers, type StickerSlug, stickerSlugs } from '../vessels/stickers.ts'
import { wordmark } from '../lib/wordmark.ts'

const mark = wordmark(business.tradingName)

/** Returns the pictures for emails. They are PNGs, because email programs show no SVGs, and have twice the displayed size. */
export function mailPictures(): PictureFile[] {
  const picture = (name: string, svg: string, width: number): PictureFile => ({
    path: `mail/${name}.png`,
    svg,
    width,
  })
  return [
    ...stickerSlugs.map((slug) =>
      picture(slug, createProductSvg(drawDieCutProduct(stickers[slug])), 144),
    ),
    picture('wordmark', createSvgFile(mark), 412),
    picture('awning', awningStrip(), 1200),
    picture('welcome', welcomeHero(), 1120),
  ]
}

function awningStrip(): string {
  const body = repeat(25, (index) => {
    const colour = index % 2 === 0 ? palette.coral : palette.milk
    return `<path d="M${index * 24} 0h24v4a12 10 0 0 1-24 0Z" fill="${colour}" stroke="${palette.ink}" stroke-width="2"/>`
  })
  return createSvgFile({ viewBox: '0 0 600 16', body })
}

/** Draws the picture above the welcome email: three stickers in front of the sun. */
function welcomeHero(): string {
  return poster(
    { width: 1120, height: 520, field: palette.blush },
    `<circle cx="560" cy="320" r="230" fill="${palette.cheddar}"/>` +
      drawSticker('apple-terror-sauce', 290, 256, 307, -10) +
      drawSticker('miss-marmalade-chilli-jam', 838, 262, 318, 9) +
      drawSticker('nashville-chilli-crisp', 560, 246, 367, -3),
  )
}

const size = { width: 1200, height: 630 } as const
const largestText = 34

/** Returns the Open Graph pictures, which other sites show with a link: one of 1200 x 630 for each page, product and recipe. */
export function sharePictures(): PictureFile[] {
  const ofPages = Object.entries<Page>(pages).flatMap(([name, { path, share }]) =>
    share === undefined ? [] : shared(path, { ...share, ...getShareDrawing(name as PageName) }),
  )
  const ofProducts = seedProducts.map(({ slug, name, tagline, tint }) =>
    shared(`/${slug}`, {
      ...inTint(tint, name, tagline),
      art: drawSticker(slug as StickerSlug, 910, 316, 490, 5),
    }),
  )
  const ofRecipes = seedProducts.flatMap(({ slug, name, tint }) =>
    Object.entries(dishRecipes[slug] ?? {}).map(([title, { plate }]) =>
      shared(editorialPaths.recipe(recipeSlug(title)), {
        ...inTint(tint, title, `with ${name}`),
        art:
          drawRecipeDish(plate, 860, 330, 480) +
          drawSticker(slug as StickerSlug, 1090, 470, 190, 8),
      }),
    ),
  )
  return [...ofPages, ...ofProducts, ...ofRecipes]
}

function shared(path: string, words: Sheet): PictureFile {
  const address = getSharePicturePath(path).replace('/generated/', '')
  return { path: address, svg: sheet(words), width: size.width }
}

function inTint(tint: Tint, title: string, text: string): Omit<Sheet, 'art'> {
  return {
    lines: splitTitleLines(title.toUpperCase()),
    text,
    field: palette[tint],
    light: palette.milk,
  }
}

/** Splits a title into at most three lines of about the same length. */
export function splitTitleLines(words: string): string[] {
  const longest = Math.max(9, Math.ceil(words.length / 3) + 2)
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= longest)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

interface Sheet {
  lines: readonly string[]
  text: string
  field: string
  light: string
  art: string
}

function sheet({ lines, text, field, light, art }: Sheet): string {
  const heading = drawTitleLines(lines, 318, 0, 500, 104, palette.ink)
  const words = sentence(text)
  const top = (size.height - heading.height - words.height) / 2 - 34
  return poster(
    { ...size, field },
    `<g transform="translate(290 -300) scale(2)" opacity=".55">${rayBurst(light, 12).body}</g>${art}` +
      `<g transform="translate(0 ${top})">${heading.svg}</g>` +
      `<g transform="translate(0 ${top + heading.height})">${words.svg}</g>` +
      `<svg x="56" y="504" width="330" height="90" viewBox="${mark.viewBox}">${mark.body}</svg>`,
  )
}

/** Returns an SVG file of `body` on a background of one colour, `field`. */
function poster(
  { width, height, field }: { width: number; height: number; field: string },
  body: string,
): string {
  const ground = `<rect width="${width}" height="${height}" fill="${field}"/>`
  return createSvgFile({ viewBox: `0 0 ${width} ${height}`, body: ground + body })
}

/** Sets a sentence for the left half of a share picture, in two lines when one line would be wider than 520. */
function sentence(text: string): { svg: string; height: number } {
  const widthOf = (words: string) => measureTextWidth({ text: words, strong: true }, largestText)
  const lines = widthOf(text) <= 520 ? [text] : breakIntoLines(text, 2)
  const fontSize = Math.min(largestText, (largestText * 540) / Math.max(...lines.map(widthOf)))
  const svg = lines.map((words, index) => {
    const line = { text: words, strong: true }
    const left = 318 - measureTextWidth(line, fontSize) / 2
    return drawTextLine(line, Math.round(left), 46 + index * 44, fontSize, palette.ink)
  })
  return { svg: svg.join(''), height: 10 + lines.length * 44 }
}
