import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import newAuth from './platform-auth-config.json' with { type: 'json' }

/** A replacement for the API by which Supabase's CLI manages hosted projects. It stores what the CLI sends. */
export interface ManagementApi {
  url: string
  /** The id of its only project, twenty letters like a real one. */
  project: string
  /** The environment variables that the CLI has set for the Edge Functions. */
  secrets: Record<string, string>
  /** The sign-in settings that the CLI has pushed to the project. */
  auth: Record<string, unknown>
  /** The files of each deployed Edge Function, by their paths. */
  functions: Map<string, Map<string, File>>
  stop: () => Promise<void>
}

const project = 'abcdefghijklmnopqrst'

/** The description of the project, which the CLI reads when it links a folder to the project. */
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

const off = { enabled: false }
/** The settings of a new project, with the parts that the CLI reads. */
const settings = {
  database: {
    major_version: 17,
    ssl_enforced: false,
    network_restrictions: { entitlement: 'allowed', status: 'applied', allowed_cidrs: [] },
    postgres_settings: {},
  },
  pooler: {
    pool_mode: 'transaction',
    ignore_startup_parameters: '',
    server_idle_timeout: 0,
    server_lifetime: 0,
    query_wait_timeout: 0,
    reserve_pool_size: 0,
    default_pool_size: 15,
    max_client_conn: 200,
  },
  auth: newAuth,
  api: {
    db_schema: 'public',
    db_extra_search_path: 'public,extensions',
    max_rows: 1000,
    db_pool_acquisition_timeout: 10,
    db_pool_max_lifetime: 1800,
    db_pool_max_idletime: 30,
    db_pool: null,
  },
  realtime: {
    private_only: false,
    max_concurrent_users: 200,
    max_events_per_second: 100,
    max_bytes_per_second: 100_000,
    max_channels_per_client: 100,
    max_joins_per_second: 100,
    max_presence_events_per_second: 100,
    max_payload_size_in_kb: 100,
    presence_enabled: true,
    suspend: false,
    connection_pool: 2,
    postgres_changes_pool: null,
  },
  storage: {
    file_size_limit: 52_428_800,
    features: {
      image_transformation: off,
      s3_protocol: off,
      purge_cache: off,
      iceberg_catalog: { ...off, max_namespaces: 1, max_tables: 1, max_catalogs: 1 },
      vector_buckets: { ...off, max_buckets: 1, max_indexes: 1 },
    },
    capabilities: { list_v2: true, iceberg_catalog: false, object_versioning: false },
    upstream_target: 'main',
    migration_version: null,
  },
}

/** Starts the API on the loopback interface. */
export async function startManagementApi(): Promise<ManagementApi> {
  const secrets: ManagementApi['secrets'] = {}
  const auth: ManagementApi['auth'] = {}
  const functions: ManagementApi['functions'] = new Map()

  async function respond(request: IncomingMessage): Promise<[status: number, body: object]> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const body = await buffer(request)
    switch (`${request.method} ${pathname.replace(`/v1/projects/${project}`, '')}`) {
      case 'GET ':
        return [200, about]
      case 'GET /api-keys':
        return [200, keys]
      case 'GET /billing/addons':
        return [200, { selected_addons: [], available_addons: [] }]
      case `GET /v2/projects/${project}/config`:
        return [200, { data: { type: 'project_config', id: project, attributes: settings } }]
      case 'PATCH /config/auth':
        return [200, { ...settings.auth, ...Object.assign(auth, JSON.parse(body.toString())) }]
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
    auth,
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
