import { createServer, type RequestListener } from 'node:http'
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
 * new for each request. It keeps the rows of the catalogue as the shop does.
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

const context = await createShopContext()
const rows = new RowCache(context.supabase, Date.now)
createServer(shopListener(await loadStorefront(root))).listen(port, '127.0.0.1', () =>
  console.log('listening'),
)
