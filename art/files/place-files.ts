import { type Drawing } from '../kit.ts'
import { beerMat, beerMatArt } from '../places/beer-mats.ts'
import { breweryYard, taproom } from '../places/brewery-scenes.ts'
import { crate } from '../places/crate.ts'
import { posterArt } from '../places/poster-art.ts'
import { skyline } from '../places/skyline.ts'
import { tacoMenuArt } from '../places/taco-menu.ts'
import { rays } from '../patterns/tiles.ts'
import { taco } from '../scenes/party-food.ts'
import { standalone } from './art-files.ts'
import type { PictureFile } from './picture.ts'

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
