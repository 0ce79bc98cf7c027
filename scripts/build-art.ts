import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { artFiles } from './art/art-files.ts'
import { loadRammetto, outlinedLettering } from './art/lettering-font.ts'
import { stickerFronts } from './art/sticker-files.ts'

/** Draws every picture that the shop and its mails show, into `stickers`, `art` and `mail` below `outDir`. */
export async function buildArt(outDir: string): Promise<void> {
  const lettering = outlinedLettering(loadRammetto())
  const files = [...stickerFronts(lettering), ...artFiles(lettering)]
  for (const { path, contents } of files) {
    const file = join(outDir, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, contents)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildArt(join(import.meta.dirname, '..', 'public', 'generated'))
}
