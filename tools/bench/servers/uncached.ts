import { createServer } from 'node:http'
import { createBackend } from '../../../packages/embedded-supabase/src/index.ts'
import { connectDatabase } from '../../../packages/embedded-supabase/src/database.ts'
import { generateKeys } from '../../../packages/embedded-supabase/src/core.ts'
import { root } from '../../../commands/lib/run.ts'
import { authProject } from '../../../server/auth-project.ts'
import { RowCache } from '../../../server/row-cache.ts'
import { createLog } from '../../../server/log.ts'
import { createPageServer, type PageServerOptions } from '../../../server/pages.ts'
import { connect } from '../../../supabase/client.ts'
import { loadStorefront } from '../../../server/storefront.ts'

/**
 * A server that renders every page with the shop's own code and the database in DATABASE_URL. Each request gets an empty page
 * cache; the catalogue's row cache works as in the shop.
 */
const port = Number(process.env.PORT)
const siteUrl = new URL(`http://localhost:${port}`)
const log = createLog('warn')
const keys = await generateKeys()
const backend = createBackend({
  ...connectDatabase(new URL(process.env.DATABASE_URL ?? '')),
  keys,
  siteUrl,
  clock: Date.now,
  ...authProject,
  sendAuthMail: async () => undefined,
  functions: {},
  log,
})
const supabase = connect(siteUrl.origin, keys.publishable, { fetch: backend.fetch })
const options: PageServerOptions = {
  storefront: await loadStorefront(root),
  siteUrl,
  connectTo: [],
  context: {
    supabase,
    publishableKey: keys.publishable,
    supabaseUrl: '',
    siteUrl: siteUrl.origin,
    now: Date.now,
    logFailure: (message, cause) => log.error({ err: cause }, message),
  },
  rows: new RowCache(supabase, Date.now),
  onLookup: () => undefined,
  getClientAddress: () => '127.0.0.1',
  clock: Date.now,
  log,
}
createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? '/', siteUrl)
  const answered = createPageServer(options).answer(request, response, pathname, search.slice(1))
  answered.catch((error: unknown) => {
    log.error({ err: error }, 'a page could not be answered')
    response.destroy()
  })
}).listen(port, '127.0.0.1', () => console.log('listening'))
