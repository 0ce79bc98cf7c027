import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { loadPictures } from '../mail/pictures.ts'
import type { renderEmail } from '../mail/render.tsx'
import type { otherSamples, sampleEmails } from '../mail/samples.ts'
import { build } from '../commands/build.ts'
import { answerPreview, type Preview } from './mail/preview.ts'
import { root } from '../commands/run.ts'

const usage = `npm run mail    every mail of the shop with sample data, in a browser; MAIL_PORT chooses the port (3030)`

const picturesFolder = ['public', 'generated', 'mail']
const parts = ['mail/render.tsx', 'mail/samples.ts', 'mail/pictures.ts']
interface Parts {
  renderEmail: typeof renderEmail
  sampleEmails: typeof sampleEmails
  otherSamples: typeof otherSamples
  loadPictures: typeof loadPictures
}

/** Renders anew what has changed since the last look. */
async function openPreview(): Promise<{ load: () => Promise<Preview>; stop: () => Promise<void> }> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  return {
    async load() {
      const loaded = await Promise.all(parts.map((part) => vite.ssrLoadModule(join(root, part))))
      const { loadPictures: load, ...rest }: Parts = Object.assign({}, ...loaded)
      return { ...rest, pictures: await load(join(root, ...picturesFolder)) }
    },
    stop: () => vite.close(),
  }
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  if (!existsSync(join(root, ...picturesFolder))) await build(console.log, ['art'])
  const { load, stop } = await openPreview()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    load()
      .then((preview) => answerPreview(preview, url))
      .catch((error: unknown) => ({ status: 500, type: 'text/plain', body: String(error) }))
      .then(({ status, type, body }) =>
        response
          .writeHead(status, {
            'content-type': `${type}; charset=utf-8`,
            'cache-control': 'no-store',
          })
          .end(body),
      )
  })
  server.listen(Number(process.env.MAIL_PORT ?? 3030), '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : ''
    console.log(`Every mail of the shop: http://localhost:${port}/    Stop it with Ctrl-C.`)
  })
  process.once('SIGINT', () => void stop().then(() => process.exit(0)))
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
}

await main()
