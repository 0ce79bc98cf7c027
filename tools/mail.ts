import { createServer } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'
import type * as pictures from '../mail/pictures.ts'
import type * as rendering from '../mail/render.tsx'
import type * as samples from '../tests/mail/samples.ts'
import { build } from '../commands/build.ts'
import { root } from '../commands/run.ts'
import { answerPreview, type Preview } from './mail/preview.ts'

const usage = `npm run mail    every mail of the shop with sample data, in a browser; MAIL_PORT chooses the port (3030)`

const parts = ['mail/render.tsx', 'tests/mail/samples.ts', 'mail/pictures.ts']
type Parts = typeof rendering & typeof samples & typeof pictures

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  await build(console.log, ['art'])
  const vite = await createVite({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  /** Loads anew what has changed since the last look. */
  async function load(): Promise<Preview> {
    const loaded = await Promise.all(parts.map((part) => vite.ssrLoadModule(join(root, part))))
    const { loadPictures, ...rest }: Parts = Object.assign({}, ...loaded)
    return { ...rest, pictures: await loadPictures(join(root, 'public', 'generated', 'mail')) }
  }
  const port = Number(process.env.MAIL_PORT ?? 3030)
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const { status, type, body } = await load()
      .then((preview) => answerPreview(preview, url))
      .catch((error: unknown) => ({ status: 500, type: 'text/plain', body: String(error) }))
    const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }
    response.writeHead(status, headers).end(body)
  })
  server.listen(port, '127.0.0.1', () =>
    console.log(`Every mail of the shop: http://localhost:${port}/    Stop it with Ctrl-C.`),
  )
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void vite.close().then(() => process.exit(0)))
}

await main()
