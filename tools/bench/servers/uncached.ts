import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestListener } from '@react-router/node'
import { createClient } from '@supabase/supabase-js'
import type { ShopContext } from '../../../app/context.ts'
import { createBackend } from '../../../backend/backend.ts'
import { connectDatabase } from '../../../backend/database/connect.ts'
import { generateKeys } from '../../../backend/keys.ts'
import { cleanName } from '../../../domain/clean-text.ts'
import { RowCache } from '../../../server/row-cache.ts'
import { createLog } from '../../../server/log.ts'
import { createPages } from '../../../server/pages.ts'
import { loadStorefront, type Storefront } from '../../../server/storefront.ts'
import { root } from '../../../commands/run.ts'
import { renderAsFramework } from './default-renderer.ts'

/**
 * Renders every page that it is asked for, on the database of DATABASE_URL: with the shop's own pages, whose cache is
 * new for each request, or, with WITH=framework, by the framework's own listener and renderer over the same routes and
 * the same load context. Both keep the rows of the catalogue as the shop does; with ROWS=asked they are asked for each
 * time. Neither compresses unless it is asked to.
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
    cleanName,
    sendAuthMail: async () => undefined,
    functions: {},
    log,
  })
  const supabase = createClient(siteUrl.origin, keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: backend.fetch },
  })
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
      rows: openRows(),
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
  return createRequestListener({
    build: {
      ...build,
      entry: { ...build.entry, module: { ...module, default: renderAsFramework } },
    },
    getLoadContext: () => {
      const rows = openRows()
      const readRows: ShopContext['readRows'] = (name, ask) => rows.read(name, ask)
      return module.createLoadContext({ ...context, readRows })
    },
    mode: 'production',
  })
}

const context = await createShopContext()
const kept = new RowCache(context.supabase, Date.now)
const openRows = () =>
  process.env.ROWS === 'asked' ? new RowCache(context.supabase, Date.now) : kept
const listener =
  process.env.WITH === 'framework'
    ? await frameworkListener()
    : shopListener(await loadStorefront(root))
createServer(listener).listen(port, '127.0.0.1', () => console.log('listening'))
