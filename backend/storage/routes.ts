import type * as v from 'valibot'
import { json, type WireResponse } from '../wire.ts'
import { bucketChange, bucketQuery, type Buckets, newBucket } from './buckets.ts'
import type { AsCaller, Call } from './caller.ts'
import { fault } from './errors.ts'
import { list, listBody, listPage, pageBody } from './list.ts'
import { namesBody, type ObjectCalls, placesBody, signBody, signManyBody } from './object-calls.ts'
import { readBucketName, readObjectName } from './object-name.ts'
import { readBody, readQuery } from './read-request.ts'

/** What is done on a call, with what the group of its path holds. */
type Handle = (call: Call, named: string) => Promise<WireResponse>

/** The first whose path fits answers. */
export interface Route {
  path: RegExp
  methods: Readonly<Record<string, Handle>>
  /** Methods for those, too, who name nobody: of public and of signed addresses. */
  open?: readonly string[]
}

function says(work: (call: Call, named: string) => Promise<unknown>): Handle {
  return async (call, named) => json(200, await work(call, named))
}

/** Reads the body before the work. */
function takes<Schema extends v.GenericSchema>(
  schema: Schema,
  work: (call: Call, body: v.InferOutput<Schema>, named: string) => Promise<unknown>,
): Handle {
  return says(async (call, named) => work(call, await readBody(call, schema), named))
}

export function bucketRoutes(buckets: Buckets): Route[] {
  return [
    {
      path: /^\/bucket\/?$/,
      methods: {
        GET: says((call) => buckets.list(call, readQuery(call, bucketQuery))),
        POST: takes(newBucket, buckets.create),
      },
    },
    {
      path: /^\/bucket\/([^/]+)$/,
      methods: {
        GET: says((call, id) => buckets.find(call, readBucketName(id))),
        PUT: takes(bucketChange, (call, body, id) =>
          buckets.update(call, readBucketName(id), body),
        ),
        DELETE: says((call, id) => buckets.delete(call, readBucketName(id))),
      },
    },
    {
      path: /^\/bucket\/([^/]+)\/empty$/,
      methods: { POST: says((call, id) => buckets.empty(call, readBucketName(id))) },
    },
  ]
}

async function refuse(): Promise<never> {
  throw fault('FeatureNotEnabled')
}

/** What a new hosted project has switched off. */
export const offRoutes: Route[] = [
  {
    path: /^\/(?:render\/image|cdn|iceberg|vector|s3|upload\/resumable)(?:\/|$)/,
    methods: { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse },
    open: ['GET'],
  },
]

export function listRoutes(db: AsCaller): Route[] {
  return [
    {
      path: /^\/object\/list\/([^/]+)$/,
      methods: {
        POST: takes(listBody, (call, body, id) => list(db, call, readBucketName(id), body)),
      },
    },
    {
      path: /^\/object\/list-v2\/([^/]+)$/,
      methods: {
        POST: takes(pageBody, (call, body, id) => listPage(db, call, readBucketName(id), body)),
      },
    },
  ]
}

export function objectRoutes(objects: ObjectCalls): Route[] {
  return [
    { path: /^\/object\/copy$/, methods: { POST: takes(placesBody, objects.copy) } },
    { path: /^\/object\/move$/, methods: { POST: takes(placesBody, objects.move) } },
    {
      path: /^\/object\/sign\/([^/]+)$/,
      methods: {
        POST: takes(signManyBody, (call, body, id) =>
          objects.signMany(call, readBucketName(id), body),
        ),
      },
    },
    {
      path: /^\/object\/sign\/(.+)$/,
      open: ['GET'],
      methods: {
        GET: (call, path) => objects.readSigned(call, readObjectName(path)),
        POST: takes(signBody, (call, body, path) => objects.sign(call, readObjectName(path), body)),
      },
    },
    {
      path: /^\/object\/upload\/sign\/(.+)$/,
      open: ['PUT'],
      methods: {
        POST: says((call, path) => objects.signUpload(call, readObjectName(path))),
        PUT: says((call, path) => objects.putSigned(call, readObjectName(path))),
      },
    },
    {
      path: /^\/object\/info\/(?:public\/|authenticated\/)?(.+)$/,
      open: ['GET'],
      methods: { GET: says((call, path) => objects.info(call, readObjectName(path))) },
    },
    {
      path: /^\/object\/public\/(.*)$/,
      open: ['GET'],
      methods: { GET: (call, path) => objects.readPublic(call, readObjectName(path)) },
    },
    {
      path: /^\/object\/authenticated\/(.*)$/,
      methods: { GET: (call, path) => objects.read(call, readObjectName(path)) },
    },
    {
      path: /^\/object\/([^/]+)$/,
      methods: {
        DELETE: takes(namesBody, (call, body, id) =>
          objects.remove(call, readBucketName(id), body),
        ),
      },
    },
    {
      path: /^\/object\/(.+)$/,
      open: ['GET'],
      methods: {
        GET: (call, path) => objects.read(call, readObjectName(path)),
        POST: says((call, path) => objects.put(call, readObjectName(path), false)),
        PUT: says((call, path) => objects.put(call, readObjectName(path), true)),
        DELETE: says((call, path) => objects.removeOne(call, readObjectName(path))),
      },
    },
  ]
}
