import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { createReadableStreamFromReadable, createRequestListener } from '@react-router/node'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import type { ShopContext } from '../../../app/context.ts'
import { createBackend } from '../../../backend/backend.ts'
import { connectDatabase } from '../../../backend/database/connect.ts'
import { generateKeys } from '../../../backend/keys.ts'
import { root } from '../../../commands/run.ts'
import { authProject } from '../../../server/auth-project.ts'
import { RowCache } from '../../../server/row-cache.ts'
import { createLog } from '../../../server/log.ts'
import { createPages } from '../../../server/pages.ts'
import { connect } from '../../../supabase/client.ts'
import { loadStorefront, type Storefront } from '../../../server/storefront.ts'

/**
 * Renders every page that it is asked for, on the database of DATABASE_URL: with the shop's own pages, whose cache is
 * new for each request, or, with WITH=framework, by the framework's own listener and renderer over the same routes and
 * the same load context. Both keep the rows of the catalogue as the shop does. Neither compresses unless it is asked to.
 */
const port = Number(process.env.PORT)
const siteUrl = new URL(`http://localhost:${port}`)
const log = createLog('warn')

async function createShopContext(): Promise<Omit<ShopContext, 'readRows'>> {
  const { sql, sessions } = connectDatabase(new URL(process.env.DATABASE_URL ?? ''))
  const keys = await generateKeys()
  const backend = createBackend({
    sql,
    sessions,
    keys,
    siteUrl,
    clock: Date.now,
    ...authProject,
    sendAuthMail: async () => undefined,
    functions: {},
    log,
  })
  const supabase = connect(siteUrl.origin, keys.publishable, { fetch: backend.fetch })
  return {
    supabase,
    publishableKey: keys.publishable,
    supabaseUrl: '',
    siteUrl: siteUrl.origin,
    now: Date.now,
    logFailure: (message, cause) => console.error(message, cause),
  }
}

function shopListener(storefront: Storefront): RequestListener {
  return (request, response) => {
    const pages = createPages({
      storefront,
      siteUrl,
      connectTo: [],
      context,
      rows,
      onAsked: () => undefined,
      judgeAddress: () => '127.0.0.1',
      clock: Date.now,
      log,
    })
    const { pathname, search } = new URL(request.url ?? '/', siteUrl)
    pages.answer(request, response, pathname, search.slice(1)).catch((error: unknown) => {
      log.error({ err: error }, 'a page could not be answered')
      response.destroy()
    })
  }
}

async function frameworkListener(): Promise<RequestListener> {
  const build = await import(pathToFileURL(join(root, 'build', 'server', 'index.js')).href)
  const { module } = build.entry
  const readRows: ShopContext['readRows'] = (name, ask) => rows.read(name, ask)
  return createRequestListener({
    build: {
      ...build,
      entry: { ...build.entry, module: { ...module, default: renderAsFramework } },
    },
    getLoadContext: () => module.createLoadContext({ ...context, readRows }),
    mode: 'production',
  })
}

/** Renders a document as the framework does when an app brings no entry.server of its own: as a stream. */
function renderAsFramework(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const router = createElement(ServerRouter, { context: entry, url: request.url })
    const { pipe } = renderToPipeableStream(router, {
      onShellReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
        pipe(body)
      },
      onShellError: reject,
      onError: (error) => console.error(error),
    })
  })
}

const context = await createShopContext()
const rows = new RowCache(context.supabase, Date.now)
const isFramework = process.env.WITH === 'framework'
const listener = isFramework ? await frameworkListener() : shopListener(await loadStorefront(root))
createServer(listener).listen(port, '127.0.0.1', () => console.log('listening'))
