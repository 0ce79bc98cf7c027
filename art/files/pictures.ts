import { swoosh } from '../lib/brush.ts'
import { type Drawing, palette } from '../lib/kit.ts'
import { flagDrawings } from '../vessels/flags.ts'
import { mascots } from '../lib/mascots.ts'
import { carpetTile } from '../lib/carpet.ts'
import {
  beerMats,
  breweryYard,
  sauceCrate,
  posterArt,
  tacoMenuArt,
  taproom,
} from '../scenes/places.ts'
import { cateringScenes, dishPictures } from '../scenes/catering.ts'
import { outcomeScenes } from '../scenes/outcomes.ts'
import { plateDrawings } from '../scenes/plates.ts'
import { taco } from '../scenes/snacks.ts'
import { gingham } from '../scenes/stage.ts'
import { yearPictures } from '../scenes/years.ts'
import { cloche, kitchenPass, mixtape, mixtapeHub } from '../spots/die-cut.ts'
import * as spots from '../spots/house-spots.ts'
import { business } from '../../domain/business.ts'
import { labelText } from '../../domain/label-text.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import { drawDieCutProduct } from '../vessels/sticker.ts'
import { stickers, stickerSlugs, type StickerSlug } from '../vessels/stickers.ts'
import type { StickerDrawing } from '../vessels/parts.ts'
import { drawBackLabel } from '../views/back-label.ts'
import { drawThirdView } from '../views/third-view.ts'
import { appIcon, wordmark } from '../lib/wordmark.ts'
import { createProductSvg, createSvgFile } from './tidy-svg.ts'

/**
 * A picture to be written to `path`, which is relative to public/generated and has forward slashes. It becomes a PNG when `width`
 * (in pixels) is set, else an SVG.
 */
export interface PictureFile {
  path: string
  svg: string
  width?: number
}

/** Returns the pictures in the folder `art`, except for the wordmark and the icons, which depend on the shop's name. */
export function artFiles(): PictureFile[] {
  const drawings: Record<string, Drawing> = {
    swoosh: swoosh(),
    'hero-sun': spots.heroSun,
    'hero-bits': spots.heroShapes,
    'pixel-chilli': spots.pixelChilli,
    'garlic-shrug': spots.garlicShrug,
    'blown-fuse': spots.blownFuse,
    'test-card': spots.testCard,
    mystery: spots.mysteryPattern,
    carpet: carpetTile(),
    'rays-butter': spots.rayBurst(palette.butter),
    'rays-grape': spots.rayBurst('#6B3CC4'),
    skyline: spots.skyline,
    crate: sauceCrate,
    cloche,
    mixtape: mixtape(),
    'mixtape-hub': mixtapeHub,
    'kitchen-pass': kitchenPass,
    'planner-taco': { viewBox: '-58 -46 116 96', body: taco },
    'scene-brewery-yard': breweryYard,
    'scene-taproom': taproom,
    gingham: { viewBox: '0 0 52 52', body: gingham([0, 0, 52, 52], palette.coral) },
    ...each('tile', spots.homePageTiles, (tile) => tile),
    ...each('mascot', mascots, mascotPicture),
    ...each('beer-mat', beerMats, (mat) => mat),
    ...each('poster', posterArt, (art) => art),
    ...each('menu', tacoMenuArt, square),
    ...each('dish', dishPictures, square),
    ...each('flag', flagDrawings, (flag) => flag),
    ...each('plate', plateDrawings, (plate) => plate),
    ...each('year', yearPictures, square),
    ...each('scene', cateringScenes, (body) => ({ viewBox: '0 0 720 450', body })),
    ...each('scene', outcomeScenes, (scene) => scene),
  }
  return Object.entries(drawings).map(([name, drawing]) => file(name, drawing))
}

/** Draws every entry of `all` and prefixes its name with `kind`: the mascot `bear` becomes `mascot-bear`. */
function each<Art>(
  kind: string,
  all: Readonly<Record<string, Art>>,
  draw: (art: Art) => Drawing,
): Record<string, Drawing> {
  return Object.fromEntries(
    Object.entries(all).map(([name, art]) => [`${kind}-${name}`, draw(art)]),
  )
}

function square(body: string): Drawing {
  return { viewBox: '0 0 300 300', body }
}

/** Returns the pictures that show the shop's name: wordmark and icons. */
export function wordmarkFiles(name: string): PictureFile[] {
  const icon = createSvgFile(appIcon(name, { fullBleed: true }))
  return [
    file('wordmark', wordmark(name)),
    file('favicon', appIcon(name)),
    { path: 'art/icon-192.png', svg: icon, width: 192 },
    { path: 'art/icon-512.png', svg: icon, width: 512 },
    { path: 'art/apple-touch-icon.png', svg: icon, width: 180 },
  ]
}

function mascotPicture(body: string): Drawing {
  return { viewBox: '-60 -60 120 120', body }
}

function file(name: string, drawing: Drawing): PictureFile {
  return { path: `art/${name}.svg`, svg: createSvgFile(drawing) }
}

/** Returns the pictures of all products: front, back label, third view and, if the product has one, its mascot alone. */
export function stickerFiles(): PictureFile[] {
  return stickerSlugs.flatMap((slug) => {
    const drawing: StickerDrawing = stickers[slug]
    const pictures = {
      '': createProductSvg(drawDieCutProduct(drawing)),
      '-label': createProductSvg(labelOf(slug)),
      '-third': createProductSvg(drawThirdView(drawing)),
      ...(drawing.mascot && {
        '-mascot': createSvgFile(mascotPicture(mascots[drawing.mascot.name])),
      }),
    }
    return Object.entries(pictures).map(([part, svg]) => ({
      path: `stickers/${slug}${part}.svg`,
      svg,
    }))
  })
}

function labelOf(slug: StickerSlug): string {
  const words = seedProducts.find((product) => product.slug === slug)
  if (words === undefined) throw new RangeError(`there are no words for the label of ${slug}`)
  const maker = { name: business.legalName, address: business.registeredOffice }
  const allergens = labelText({ ...words, allergen_answers: words.answers }) ?? ''
  return drawBackLabel(stickers[slug], { ...words, allergens, maker })
}
