import { kitchenPass } from '../scenes/kitchen-pass.ts'
import { standalone } from './art-files.ts'
import type { PictureFile } from './picture.ts'

/** The pictures of the service pages that no other page shows. */
export function serviceFiles(): PictureFile[] {
  return [{ path: 'art/kitchen-pass.svg', contents: standalone(kitchenPass()) }]
}
