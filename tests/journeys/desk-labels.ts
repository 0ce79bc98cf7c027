import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { BROWSER_FLAGS, findChromium } from '../../commands/lib/browser.ts'
import { phone } from '../support/screens.ts'

const [width, height] = [640, 480]

/** Returns a video in which Chromium's fake camera shows the barcode of a parcel's label on white. */
async function filmOf(tracking: string): Promise<Buffer> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const { buffer } = new Uint8Array(await readFile(wasm))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
  const { symbol } = await writeBarcode(tracking, { format: 'Code128' })
  const scale = Math.floor(width / symbol.width)
  const left = Math.floor((width - symbol.width * scale) / 2)
  const luma = Buffer.alloc(width * height, 235)
  for (let y = 140; y < 340; y += 1)
    for (let x = 0; x < symbol.width * scale; x += 1)
      if (symbol.data[Math.floor(x / scale)] === 0) luma[y * width + left + x] = 16
  const head = `YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\nFRAME\n`
  return Buffer.concat([Buffer.from(head), luma, Buffer.alloc((width * height) / 2, 128)])
}

/** Opens a phone whose fake camera shows the label of a parcel. Pages must ask for permission to use the camera. */
export async function openPhoneFilmingParcel(tracking: string) {
  const folder = await mkdtemp(join(tmpdir(), 'label-'))
  const film = join(folder, 'label.y4m')
  await writeFile(film, await filmOf(tracking))
  // A full Chromium is launched instead of Debian's headless shell, which has no cameras.
  const opened = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [
      ...BROWSER_FLAGS,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const context = await opened.newContext({ viewport: phone, locale: 'en-GB' })
  context.setDefaultTimeout(15_000)
  return {
    context,
    page: await context.newPage(),
    close: async () => {
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs in the page: copies the localStorage of another browser, so that the same user is signed in here. */
export function restoreLocalStorage(kept: Record<string, string>): void {
  for (const [name, text] of Object.entries(kept)) localStorage.setItem(name, text)
}
