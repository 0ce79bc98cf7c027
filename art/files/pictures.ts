import { swoosh } from '../../app/ui/shapes/shape-paths.ts'
import { clipsOnce, type Drawing, halftonePatterns, palette, roundEndsAttributes } from '../kit.ts'
import { mascotNames, mascots } from '../mascots.ts'
import { carpetTile } from '../patterns/carpet.ts'
import { beerMat, beerMatArt, breweryYard, crate, taproom } from '../places/brewery.ts'
import { posterArt, tacoMenuArt } from '../places/posters.ts'
import { cateringScenes, dishes } from '../scenes/catering.ts'
import { taco } from '../scenes/snacks.ts'
import { years } from '../scenes/years.ts'
import { cloche, kitchenPass, mixtape } from '../spots/die-cut.ts'
import * as spots from '../spots/house-spots.ts'
import { appIcon, wordmark } from '../wordmark.ts'
import { palettePng, svgToPixels } from './png.ts'
import { tidySvg } from './tidy-svg.ts'

/** A file to write, its path below public/generated with forward slashes. */
export interface PictureFile {
  path: string
  contents: string | Uint8Array
}

/** Everything in `art` but the shop's own sign: mascots, hero parts, spots, patterns, scenes, posters and menus. */
export function artFiles(): PictureFile[] {
  const tileColours = { circle: 'lime', scallop: 'sky', arch: 'pink', telly: 'mint' } as const
  const drawings: Record<string, Drawing> = {
    swoosh: swoosh(),
    'hero-sun': spots.heroSun,
    'hero-bits': spots.heroBits,
    'pixel-chilli': spots.pixelChilli,
    'garlic-shrug': spots.garlicShrug,
    'blown-fuse': spots.blownFuse,
    'test-card': spots.testCard,
    mystery: spots.mysteryPattern,
    carpet: carpetTile(),
    'rays-butter': spots.rays(palette.butter),
    'rays-grape': spots.rays('#6B3CC4'),
    skyline: spots.skyline,
    crate,
    cloche,
    mixtape: mixtape(),
    'mixtape-turning': mixtape(true),
    'kitchen-pass': kitchenPass,
    'planner-taco': { viewBox: '-58 -46 116 96', body: taco },
    'scene-brewery-yard': breweryYard,
    'scene-taproom': taproom,
  }
  for (const name of mascotNames) drawings[`mascot-${name}`] = mascotPicture(name)
  for (const [shape, colour] of entriesOf(tileColours))
    drawings[`tile-${shape}`] = spots.tile(shape, palette[colour])
  for (const [slug, art] of Object.entries(beerMatArt)) drawings[`beer-mat-${slug}`] = beerMat(art)
  for (const [name, art] of Object.entries(posterArt)) drawings[`poster-${name}`] = art
  const bodies = { menu: tacoMenuArt, dish: dishes, year: years, scene: cateringScenes }
  for (const [kind, all] of Object.entries(bodies))
    for (const [name, body] of Object.entries<string>(all))
      drawings[`${kind}-${name}`] = {
        viewBox: `0 0 ${kind === 'scene' ? '720 450' : '300 300'}`,
        body,
      }
  return Object.entries(drawings).map(([name, drawing]) => file(name, drawing))
}

/** The shop's name as its sign and as icons. */
export function signFiles(name: string): PictureFile[] {
  const icon = standalone(appIcon(name, { fullBleed: true }))
  const png = (picture: string, width: number) => ({
    path: `art/${picture}.png`,
    contents: palettePng(svgToPixels(icon, width), 64),
  })
  return [
    file('wordmark', wordmark(name)),
    file('favicon', appIcon(name)),
    png('icon-192', 192),
    png('icon-512', 512),
    png('apple-touch-icon', 180),
  ]
}

export function mascotPicture(name: keyof typeof mascots): Drawing {
  return { viewBox: '-60 -60 120 120', body: mascots[name] }
}

function entriesOf<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][]
}

function file(name: string, drawing: Drawing): PictureFile {
  return { path: `art/${name}.svg`, contents: standalone(drawing) }
}

/** A file of its own, as large as its view box. */
export function standalone({ viewBox, body }: Drawing): string {
  const [, , width, height] = viewBox.split(' ')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" ${roundEndsAttributes}>` +
    `<defs>${halftonePatterns()}</defs>${clipsOnce(body)}</svg>\n`
  return tidySvg(svg).replace('<defs></defs>', '')
}
