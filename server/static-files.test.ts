import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort } from '../tests/support/running-shop.ts'
import { createStaticFileHandler } from './static-files.ts'

test('a file that was deleted since the start fails only its own request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'static-'))
  for (const name of ['gone.css', 'there.css']) await writeFile(join(folder, name), 'p {}')
  const answer = createStaticFileHandler(folder)
  const port = await findFreePort()
  const server = createServer((request, response) => answer(request, response)).listen(port)
  await once(server, 'listening')
  const get = (name: string) => fetch(`http://localhost:${port}/${name}`).then((got) => got.text())
  try {
    await rm(join(folder, 'gone.css'))
    await expect(get('gone.css')).rejects.toThrow(TypeError)
    expect(await get('there.css')).toBe('p {}')
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})
