import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { uploadPublicMedia } from '../../server/media.ts'
import { startStorageShop } from '../support/storage-shop.ts'

const shop = await startStorageShop()
afterAll(() => shop.stop())
const { files } = shop
const { sql } = shop.database

test('the media files are published once, and again after a change', async () => {
  const source = await mkdtemp(join(tmpdir(), 'media-'))
  await mkdir(join(source, 'media'))
  await writeFile(join(source, 'media', 'a.vtt'), 'WEBVTT')
  await writeFile(join(source, 'media', 'b.html'), '<script>')
  const published = async () => {
    await uploadPublicMedia(sql, files, source, shop.log)
    return sql`select name, updated_at from storage.objects`
  }
  const first = await published()
  expect(first.map(({ name }) => name)).toEqual(['a.vtt'])
  expect(await published()).toEqual(first)
  await writeFile(join(source, 'media', 'a.vtt'), 'WEBVTT\n')
  await published()
  const answer = await fetch(`${shop.url}/object/public/media/a.vtt`)
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  expect(await answer.text()).toBe('WEBVTT\n')
  await rm(source, { recursive: true })
})
