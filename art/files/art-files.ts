import { clipsOnce, type Drawing, halftonePatterns, palette, roundEndsAttributes } from '../kit.ts'
import { swoosh } from '../../app/ui/shapes/shape-paths.ts'
import { mascot, mascotNames } from '../mascots/mascot.ts'
import { carpetTile } from '../patterns/carpet.ts'
import { rays, type Tile } from '../patterns/tiles.ts'
import { appIcon } from '../spots/app-icon.ts'
import { door, heroBits, heroSun, pixelChilli } from '../spots/hero-spots.ts'
import { blownFuse, garlicShrug, testCard } from '../spots/house-spots.ts'
import type { Brand } from './brand.ts'
import { palettePng } from './palette-png.ts'
import { mysteryPattern } from '../spots/mystery-pattern.ts'
import type { PictureFile } from './picture.ts'
import { svgToPixels } from './svg-to-png.ts'
import { tidySvg } from './tidy-svg.ts'

/** Everything in `art`: mascots, the wordmark, hero parts, spots, patterns and icons. */
export function artFiles(brand: Brand): PictureFile[] {
  return [
    ...mascotNames.map((name) =>
      file(`mascot-${name}`, { viewBox: '-60 -60 120 120', body: mascot(name) }),
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
