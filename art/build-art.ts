import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { artFiles, wordmarkFiles, stickerFiles } from './files/pictures.ts'
import { renderPng } from './files/png.ts'
import { mailPictures, sharePictures } from './files/share-pictures.ts'
import { business } from '../domain/business.ts'

/**
 * Draws all pictures of the shop and its emails, and writes them to the folders `stickers`, `art`, `mail` and `share` in `outDir`.
 */
export async function buildArt(outDir: string): Promise<void> {
  const files = [
    ...stickerFiles(),
    ...artFiles(),
    ...wordmarkFiles(business.tradingName),
    ...mailPictures(),
    ...sharePictures(),
  ]
  for (const { path, svg, width } of files) {
    const file = join(outDir, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, width === undefined ? svg : await renderPng(svg, width))
  }
  await removeOthers(outDir, new Set(files.map(({ path }) => path)))
}

/** Deletes files in the output folders that were not drawn in this run: pictures of earlier versions of the shop. */
async function removeOthers(outDir: string, drawn: ReadonlySet<string>): Promise<void> {
  for (const folder of new Set([...drawn].map((path) => dirname(path)))) {
    for (const name of await readdir(join(outDir, folder)))
      if (!drawn.has(`${folder}/${name}`)) await rm(join(outDir, folder, name), { recursive: true })
  }
}
