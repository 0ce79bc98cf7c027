import type { StickerDrawing, VesselArt, VesselName } from '../drawing.ts'
import { pouch, sack } from './bags.ts'
import { caff, flask, jug, squeeze, woozy } from './bottles.ts'
import { box } from './box.ts'
import { bonnet, jar, talljar } from './jars.ts'
import { mug, tee, tote } from './merchandise.ts'
import { grinder, tin } from './shakers.ts'

const vessels: Record<VesselName, (art: StickerDrawing) => VesselArt> = {
  woozy,
  flask,
  squeeze,
  jar,
  talljar,
  tin,
  pouch,
  jug,
  caff,
  grinder,
  sack,
  bonnet,
  box,
  tote,
  tee,
  mug,
}

/** Draws a product's vessel without its cut line, standing on y = 336 of a 300 x 360 artboard. */
export function drawVessel(art: StickerDrawing): VesselArt {
  return vessels[art.vessel](art)
}
