import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** PNG files by their names without the ending. */
export type Pictures = ReadonlyMap<string, Buffer>

/** The part of a picture's Content-ID after the @; the part before is its name. */
const place = 'pictures'

/**
 * Reads the pictures of the mails, some 200 kB in all. A folder that is not there has none: mails are complete
 * without.
 */
export async function loadPictures(folder: string): Promise<Pictures> {
  const files = (await filesOf(folder)).filter((file) => /^[a-z0-9-]+\.png$/.test(file))
  const pictures = await Promise.all(
    files.map(async (file): Promise<[string, Buffer]> => [
      file.slice(0, -4),
      await readFile(join(folder, file)),
    ]),
  )
  return new Map(pictures)
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** How the HTML of a mail refers to an attached picture. */
export function pictureSource(name: string): string {
  return `cid:${name}@${place}`
}

export interface EmailAttachment {
  filename: string
  cid: string
  content: Buffer
  contentType: 'image/png'
  contentDisposition: 'inline'
}

/** The pictures that an HTML text refers to, each once. */
export function attachmentsOf(html: string, pictures: Pictures): EmailAttachment[] {
  const names = new Set(
    [...html.matchAll(/src="cid:([a-z0-9-]+)@pictures"/g)].map(([, name]) => name ?? ''),
  )
  return [...names].flatMap((name) => {
    const content = pictures.get(name)
    if (content === undefined) return []
    return [
      {
        filename: `${name}.png`,
        cid: `${name}@${place}`,
        content,
        contentType: 'image/png' as const,
        contentDisposition: 'inline' as const,
      },
    ]
  })
}
