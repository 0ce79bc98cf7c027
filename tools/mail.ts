import { createServer } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'
import { build } from '../commands/build.ts'
import { root } from '../commands/lib/run.ts'
import type * as preview from './mail/preview.ts'

const usage = `npm run mail    every mail of the shop with sample data, in a browser; MAIL_PORT chooses the port (3030)`

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
  /** Renders a preview page. Loads the modules through Vite, so that changed templates are used without a restart. */
  async function answer(url: URL): Promise<Response> {
    const loaded = await vite.ssrLoadModule(join(root, 'tools', 'mail', 'preview.ts'))
    return (loaded as typeof preview).handlePreviewRequest(url)
  }
  const port = Number(process.env.MAIL_PORT ?? 3030)
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answer(
      new URL(request.url ?? '/', 'http://localhost'),
    ).catch((error: unknown) => new Response(String(error), { status: 500 }))
    response.writeHead(status, { ...Object.fromEntries(headers), 'cache-control': 'no-store' })
    response.end(Buffer.from(await new Response(body).arrayBuffer()))
  })
  server.listen(port, '127.0.0.1', () =>
    console.log(`Every mail of the shop: http://localhost:${port}/    Stop it with Ctrl-C.`),
  )
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void vite.close().then(() => process.exit(0)))
}

await main()
