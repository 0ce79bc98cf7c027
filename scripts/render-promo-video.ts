import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { business } from '../domain/business.ts'
import { brandOf } from './art/brand.ts'
import { glyphText, loadFigtree } from './art/glyph-text.ts'
import { loadFace, outlinedLettering } from './art/lettering-font.ts'
import { palettePng } from './art/palette-png.ts'
import { svgToPixels } from './art/svg-to-png.ts'
import { type Film, tacoFilm } from './film/film.ts'

/** Drawn on twos, as cartoons are: twelve pictures a second, each shown twice. */
const drawingsPerSecond = 12
const width = 1280
/** Seconds into the film of the picture that stands in for it. */
const posterAt = 19.4

const folder = join(import.meta.dirname, '..', 'supabase', 'storage', 'media')

await mkdir(folder, { recursive: true })
const film = await openFilm()
await writeFile(join(folder, 'taco-tuesdays.vtt'), film.captions)
await writeFile(
  join(folder, 'taco-tuesdays.png'),
  palettePng(svgToPixels(film.pictureAt(posterAt), 960), 64),
)
await encode(film, join(folder, 'taco-tuesdays.mp4'))

async function openFilm(): Promise<Film> {
  const font = loadFace('rammetto')
  const lettering = outlinedLettering(font)
  const fonts = await loadFigtree()
  return tacoFilm(brandOf(business.tradingName, font).mark, () => ({
    lettering,
    reading: glyphText(fonts),
  }))
}

/** Needs ffmpeg with libx264 (Debian: apt-get install ffmpeg). The film has no sound. */
async function encode(film: Film, file: string): Promise<void> {
  const draft = file.replace(/\.mp4$/, '.draft.mp4')
  const count = Math.round(film.seconds * drawingsPerSecond)
  const input = `-f rawvideo -pix_fmt rgba -s ${width}x${(width * 9) / 16} -r ${drawingsPerSecond} -i -`
  // Players take a film of this size for BT.709; said nowhere, the colours would come out shifted.
  const colours =
    '-vf scale=out_color_matrix=bt709:out_range=tv -colorspace bt709 -color_primaries bt709 -color_trc bt709'
  const codec =
    '-c:v libx264 -preset veryslow -tune animation -crf 30 -profile:v high -pix_fmt yuv420p'
  const output = `-r 24 -an ${colours} ${codec} -movflags +faststart -map_metadata -1 -fflags +bitexact -flags:v +bitexact`
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...'-y -hide_banner -loglevel error'.split(' '),
      ...input.split(' '),
      ...output.split(' '),
      draft,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const closed = once(ffmpeg, 'close')
  for (let index = 0; index < count; index += 1) {
    const { rgba } = svgToPixels(film.pictureAt(index / drawingsPerSecond), width)
    if (!ffmpeg.stdin.write(rgba)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await closed
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
  await rename(draft, file)
}
