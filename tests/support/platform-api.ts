import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Stands in for the API with which Supabase's tool manages projects, and takes what it is given. */
export interface PlatformApi {
  url: string
  /** The twenty letters of its only project. */
  project: string
  /** What was set as the functions' environment. */
  secrets: Record<string, string>
  /** The files of each function, by their paths. */
  functions: Map<string, Map<string, File>>
  stop: () => Promise<void>
}

const project = 'abcdefghijklmnopqrst'

/** What the tool reads of a project when it is linked. */
const about = {
  id: project,
  ref: project,
  organization_id: 'shop',
  organization_slug: 'shop',
  name: 'shop',
  region: 'eu-west-2',
  created_at: '2026-01-01T00:00:00Z',
  status: 'ACTIVE_HEALTHY',
  database: { host: 'db', version: '17.6.1', postgres_engine: '17', release_channel: 'ga' },
}
const keys = ['anon', 'service_role'].map((name) => ({
  id: name,
  name,
  type: 'legacy',
  api_key: name,
}))

/** Opens it on loopback. */
export async function openPlatformApi(): Promise<PlatformApi> {
  const secrets: PlatformApi['secrets'] = {}
  const functions: PlatformApi['functions'] = new Map()

  async function respond(request: IncomingMessage): Promise<[status: number, body: object]> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const body = await buffer(request)
    switch (`${request.method} ${pathname.replace(`/v1/projects/${project}`, '')}`) {
      case 'GET ':
        return [200, about]
      case 'GET /api-keys':
        return [200, keys]
      case 'POST /secrets':
        for (const { name, value } of JSON.parse(body.toString())) secrets[name] = value
        return [201, {}]
      case 'POST /functions/deploy': {
        const slug = searchParams.get('slug') ?? ''
        functions.set(slug, await filesIn(body, request.headers['content-type'] ?? ''))
        return [201, { id: slug, slug, name: slug, status: 'ACTIVE', version: 1 }]
      }
      case 'PUT /functions':
        return [200, { functions: [] }]
      default:
        return [404, { message: 'not here' }]
    }
  }

  const server = createServer((request, response) => {
    const answer = ([status, body]: [number, object]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    respond(request).then(answer, (error: unknown) => answer([500, { message: String(error) }]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    project,
    secrets,
    functions,
    async stop() {
      server.close()
      await once(server, 'close')
    },
  }
}

async function filesIn(body: Buffer, type: string): Promise<Map<string, File>> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData()
  const files = form.getAll('file').filter((part) => part instanceof File)
  return new Map(files.map((file) => [file.name, file]))
}
