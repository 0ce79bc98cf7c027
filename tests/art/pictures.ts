import { business } from '../../domain/business.ts'
import { loadFigtree } from '../../art/files/glyph-text.ts'
import { loadFace, outlinedLettering } from '../../art/files/lettering-font.ts'
import { stickerFiles } from '../../art/files/sticker-files.ts'
import { seedProducts } from '../../supabase/seed/products.ts'

/** Every picture of the album as text, by its file name without ending. */
export async function drawAlbum(): Promise<Map<string, string>> {
  const maker = { name: business.legalName, address: business.registeredOffice }
  const labels = new Map(seedProducts.map((product) => [product.slug, { ...product, maker }]))
  const lettering = outlinedLettering(loadFace('rammetto'))
  const files = stickerFiles(lettering, await loadFigtree(), labels)
  return new Map(
    files.map(({ path, contents }) => [
      path.replace('stickers/', '').replace('.svg', ''),
      String(contents),
    ]),
  )
}
