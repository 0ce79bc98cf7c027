import { field } from '../scenes/backdrops.ts'
import { cateringScenes } from '../scenes/catering-scenes.ts'
import { dishes } from '../scenes/dishes.ts'
import { years } from '../scenes/years.ts'
import { cloche } from '../spots/cloche.ts'
import { mixtape } from '../spots/mixtape.ts'
import { standalone } from './art-files.ts'
import type { PictureFile } from './picture.ts'

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
