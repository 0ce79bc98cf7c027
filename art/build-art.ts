import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { business } from '../domain/business.ts'
import { seedProducts } from '../supabase/seed/products.ts'
import { artFiles, brandOf, placeFiles, sceneFiles, serviceFiles } from './files/pictures.ts'
import { loadFigtree } from './files/glyph-text.ts'
import { mailPictures, sharePictures } from './files/share-pictures.ts'
import { stickerFiles, type LabelBook } from './files/sticker-files.ts'

/** Draws every picture that the shop and its mails show, into `stickers`, `art`, `mail` and `share` below `outDir`. */
export async function buildArt(outDir: string): Promise<void> {
  const reading = await loadFigtree()
  const brand = brandOf(business.tradingName)
  const files = [
    ...stickerFiles(reading, labelBook()),
    ...artFiles(brand),
    ...sceneFiles(),
    ...serviceFiles(),
    ...placeFiles(),
    ...mailPictures(brand),
    ...sharePictures(reading, brand, seedProducts),
  ]
  for (const { path, contents } of files) {
    const file = join(outDir, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, contents)
  }
  await removeOthers(outDir, new Set(files.map(({ path }) => path)))
}

/** What an earlier version of the shop drew and this one does not. */
async function removeOthers(outDir: string, drawn: ReadonlySet<string>): Promise<void> {
  for (const folder of new Set([...drawn].map((path) => dirname(path)))) {
    for (const name of await readdir(join(outDir, folder)))
      if (!drawn.has(`${folder}/${name}`)) await rm(join(outDir, folder, name), { recursive: true })
  }
}

function labelBook(): LabelBook {
  const maker = { name: business.legalName, address: business.registeredOffice }
  return new Map(seedProducts.map((product) => [product.slug, { ...product, maker }]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildArt(join(import.meta.dirname, '..', 'public', 'generated'))
}
