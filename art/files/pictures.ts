import { swoosh } from '../../app/ui/shapes/shape-paths.ts'
import { clipsOnce, type Drawing, halftonePatterns, palette, roundEndsAttributes } from '../kit.ts'
import { mascotNames, mascots } from '../mascots.ts'
import { carpetTile } from '../patterns/carpet.ts'
import { beerMat, beerMatArt, breweryYard, crate, taproom } from '../places/brewery.ts'
import { posterArt, tacoMenuArt } from '../places/posters.ts'
import { cateringScenes, dishes } from '../scenes/catering.ts'
import { taco } from '../scenes/snacks.ts'
import { field } from '../scenes/stage.ts'
import { years } from '../scenes/years.ts'
import { cloche, kitchenPass, mixtape } from '../spots/die-cut.ts'
import {
  blownFuse,
  door,
  garlicShrug,
  heroBits,
  heroSun,
  mysteryPattern,
  pixelChilli,
  rays,
  skyline,
  testCard,
  type Tile,
} from '../spots/house-spots.ts'
import { appIcon, wordmark } from '../wordmark.ts'
import { palettePng, svgToPixels } from './png.ts'
import { tidySvg } from './tidy-svg.ts'

/** A file to write, its path below public/generated with forward slashes. */
export interface PictureFile {
  path: string
  contents: string | Uint8Array
}

/** The shop's name and its sign. */
export interface Brand {
  name: string
  mark: Drawing
}

export function brandOf(name: string): Brand {
  return { name, mark: wordmark(name) }
}

/** Everything in `art`: mascots, the wordmark, hero parts, spots, patterns and icons. */
export function artFiles(brand: Brand): PictureFile[] {
  return [
    ...mascotNames.map((name) =>
      file(`mascot-${name}`, { viewBox: '-60 -60 120 120', body: mascots[name] }),
    ),
    file('wordmark', brand.mark),
    ...heroFiles(),
    file('garlic-shrug', garlicShrug()),
    file('blown-fuse', blownFuse()),
    file('test-card', testCard()),
    file('mystery', mysteryPattern()),
    ...tileFiles(),
    ...iconFiles(brand.name),
  ]
}

function heroFiles(): PictureFile[] {
  return [
    file('swoosh', swoosh()),
    file('hero-sun', heroSun()),
    file('hero-bits', heroBits()),
    file('pixel-chilli', pixelChilli()),
    file('door-circle', door('circle', palette.lime)),
    file('door-scallop', door('scallop', palette.sky)),
    file('door-arch', door('arch', palette.pink)),
    file('door-telly', door('telly', palette.mint)),
  ]
}

function tileFiles(): PictureFile[] {
  return [
    tileFile('carpet', carpetTile()),
    tileFile('rays-butter', { width: 600, height: 600, body: rays(palette.butter) }),
  ]
}

function iconFiles(name: string): PictureFile[] {
  const png = (picture: string, width: number) => ({
    path: `art/${picture}.png`,
    contents: palettePng(svgToPixels(standalone(appIcon(name, { fullBleed: true })), width), 64),
  })
  return [
    file('favicon', appIcon(name)),
    png('icon-192', 192),
    png('icon-512', 512),
    png('apple-touch-icon', 180),
  ]
}

function file(name: string, drawing: Drawing): PictureFile {
  return { path: `art/${name}.svg`, contents: standalone(drawing) }
}

function tileFile(name: string, { width, height, body }: Tile): PictureFile {
  return file(name, { viewBox: `0 0 ${width} ${height}`, body })
}

/** A file of its own, as large as its view box. */
export function standalone({ viewBox, body }: Drawing): string {
  const [, , width, height] = viewBox.split(' ')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" ${roundEndsAttributes}>` +
    `<defs>${halftonePatterns()}</defs>${clipsOnce(body)}</svg>\n`
  return tidySvg(svg).replace('<defs></defs>', '')
}

/** The pictures of the places: posters, mats, menus and the teletext skyline. */
export function placeFiles(): PictureFile[] {
  return [
    file('skyline', skyline()),
    file('rays-grape', { viewBox: '0 0 600 600', body: rays('#6B3CC4') }),
    file('crate', crate()),
    file('planner-taco', { viewBox: '-58 -46 116 96', body: taco() }),
    file('scene-brewery-yard', breweryYard()),
    file('scene-taproom', taproom()),
    ...Object.entries(posterArt).map(([name, draw]) => file(`poster-${name}`, draw())),
    ...Object.entries(tacoMenuArt).map(([name, draw]) =>
      file(`menu-${name}`, { viewBox: '0 0 300 300', body: draw() }),
    ),
    ...Object.entries(beerMatArt).map(([slug, art]) => file(`beer-mat-${slug}`, beerMat(art))),
  ]
}

function file(name: string, drawing: Drawing): PictureFile {
  return { path: `art/${name}.svg`, contents: standalone(drawing) }
}

const wide = '0 0 720 450'
const square = '0 0 300 300'

/** The pictures of the catering and the story; `marker` letters what is written by hand. */
export function sceneFiles(): PictureFile[] {
  return [
    ...Object.entries(cateringScenes).map(([name, scene]) =>
      file(`scene-${name}`, wide, scene.draw()),
    ),
    ...Object.entries(dishes).map(([name, dish]) => file(`dish-${name}`, square, dish.draw())),
    ...years.map(({ year, colour, draw }) =>
      file(`year-${year}`, square, field(colour, 300, 300) + draw()),
    ),
    { path: 'art/cloche.svg', contents: standalone(cloche()) },
    { path: 'art/mixtape.svg', contents: standalone(mixtape()) },
    { path: 'art/mixtape-turning.svg', contents: standalone(mixtape(true)) },
  ]
}

function file(name: string, viewBox: string, body: string): PictureFile {
  return { path: `art/${name}.svg`, contents: standalone({ viewBox, body }) }
}

/** The pictures of the service pages that no other page shows. */
export function serviceFiles(): PictureFile[] {
  return [{ path: 'art/kitchen-pass.svg', contents: standalone(kitchenPass()) }]
}
