import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Sql } from '../packages/embedded-supabase/src/database.ts'
import { type FileStore, putPublicObject } from '../packages/embedded-supabase/src/storage.ts'
import { type Logger } from '../packages/embedded-supabase/src/core.ts'

const types: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.vtt': 'text/vtt; charset=utf-8',
}

/**
 * Uploads the files of `<folder>/<bucket>/` to the public storage bucket of that name, except those that are already there
 * unchanged.
 */
export async function uploadPublicMedia(
  sql: Sql,
  files: FileStore,
  folder: string,
  log: Logger,
): Promise<void> {
  for (const bucket of await readdir(folder)) {
    for (const name of await readdir(join(folder, bucket))) {
      const mimetype = types[extname(name)]
      if (mimetype === undefined) {
        log.warn({ bucket, name }, 'file: not stored, since its kind is unknown')
        continue
      }
      const bytes = await readFile(join(folder, bucket, name))
      if (await putPublicObject(sql, files, { bucket, name, bytes, mimetype }))
        log.info({ bucket, name }, 'file: stored')
    }
  }
}
