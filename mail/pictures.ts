import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Pictures = ReadonlyMap<string, Buffer>

/** The domain part of pictures' Content-IDs (after the @); the part before it is the name of the picture. */
const place = 'pictures'

/**
 * Reads all pictures for emails into memory, about 200 kB. Returns none when the folder is missing; emails are complete without
 * pictures.
 */
export async function loadPictures(folder: string): Promise<Pictures> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const pictures = files
    .filter((file) => /^[a-z0-9-]+\.png$/.test(file))
    .map(async (file) => [file.slice(0, -4), await readFile(join(folder, file))] as const)
  return new Map(await Promise.all(pictures))
}

export function getPictureSource(name: string): string {
  return `cid:${name}@${place}`
}

export function getAttachments(html: string, pictures: Pictures) {
  const names = [...html.matchAll(/src="cid:([a-z0-9-]+)@pictures"/g)].map(([, name]) => name ?? '')
  return [...new Set(names)].flatMap((name) => {
    const content = pictures.get(name)
    if (content === undefined) return []
    const [contentType, contentDisposition] = ['image/png', 'inline'] as const
    return {
      filename: `${name}.png`,
      cid: `${name}@${place}`,
      content,
      contentType,
      contentDisposition,
    }
  })
}
