import type { Lettering } from '../../app/art/lettering.ts'
import { beerMat, beerMatArt } from '../../app/art/places/beer-mats.ts'
import { breweryYard, taproom } from '../../app/art/places/brewery-scenes.ts'
import { crate } from '../../app/art/places/crate.ts'
import { posterArt } from '../../app/art/places/poster-art.ts'
import { skyline } from '../../app/art/places/skyline.ts'
import { tacoMenuArt } from '../../app/art/places/taco-menu.ts'
import { rays } from '../../app/art/patterns/tiles.ts'
import { taco } from '../../app/art/scenes/party-food.ts'
import type { Drawing } from '../../app/art/inline.ts'
import { standalone } from './art-files.ts'
import type { PictureFile } from './picture.ts'

/** The pictures of the places: posters, mats, menus and the teletext skyline. */
export function placeFiles(lettering: Lettering): PictureFile[] {
  return [
    file('skyline', skyline()),
    file('rays-grape', { viewBox: '0 0 600 600', body: rays('#6B3CC4') }),
    file('crate', crate(lettering)),
    file('planner-taco', { viewBox: '-58 -46 116 96', body: taco() }),
    file('scene-brewery-yard', breweryYard(lettering)),
    file('scene-taproom', taproom()),
    ...Object.entries(posterArt).map(([name, draw]) => file(`poster-${name}`, draw(lettering))),
    ...Object.entries(tacoMenuArt).map(([name, draw]) =>
      file(`menu-${name}`, { viewBox: '0 0 300 300', body: draw() }),
    ),
    ...Object.entries(beerMatArt).map(([slug, art]) =>
      file(`beer-mat-${slug}`, beerMat(art, lettering)),
    ),
  ]
}

function file(name: string, drawing: Drawing): PictureFile {
  return { path: `art/${name}.svg`, contents: standalone(drawing) }
}
