import { EventEmitter } from 'node:events'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { type ShopContext, shopContext } from './core/context.ts'

/** The server sets its value for each request. It must be the same object that the bundled loaders read. */
export { shopContext } from './core/context.ts'

/**
 * Renders the whole document before responding: pages are cached, and their inline scripts are hashed for the content
 * security policy, so streaming has no benefit. Rejects on an error while rendering; the framework then renders the error
 * boundary.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const html = await renderDocument(<ServerRouter context={entry} url={request.url} />)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const rendered = context.get(renderedContext)
  if (rendered) rendered.body = html
  return new Response(rendered ? null : html, { status, headers })
}

/** Passes the rendered document to `createPageHandler`, because a Response would copy it twice. */
const renderedContext = createContext<{ body: Uint8Array | null } | null>(null)

/** Returns the document as the bytes that React produces: decoding and encoding them would cost a third of the work. */
function renderDocument(document: ReactNode): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(new Sheet(resolve)),
      onError: reject,
    })
  })
}

/** Collects the whole document without the overhead of a stream for each of its many chunks. */
class Sheet extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true
  readonly #parts: Uint8Array[] = []
  readonly #onEnd: (document: Uint8Array<ArrayBuffer>) => void

  constructor(onEnd: (document: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#onEnd = onEnd
  }

  write(part: Uint8Array | string): boolean {
    this.#parts.push(typeof part === 'string' ? Buffer.from(part) : part)
    return true
  }

  end(): this {
    this.#onEnd(Buffer.concat(this.#parts))
    return this
  }
}

export interface PageAnswer {
  status: number
  headers: Headers
  body: Uint8Array
}

export type PageHandler = (request: Request, values: ShopContext) => Promise<PageAnswer>

/**
 * Creates the handler that the server calls for pages. It is part of this bundle because the router's modules and the
 * context keys match only those of the same bundle.
 */
export function createPageHandler(
  build: ServerBuild,
  mode: 'production' | 'development',
): PageHandler {
  const handle = createRequestHandler(build, mode)
  return async (request, values) => {
    const context = createLoadContext(values)
    const rendered: { body: Uint8Array | null } = { body: null }
    context.set(renderedContext, rendered)
    const answer = await handle(request, context)
    const body = answer.body === null ? rendered.body : new Uint8Array(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, body: body ?? new Uint8Array() }
  }
}

/** Returns a function that returns true for paths that match no route but `*`, which shows Page Not Found. */
export function createUnknownPathCheck({ routes }: ServerBuild): (path: string) => boolean {
  const { root, ...others } = routes
  const children = Object.values(others).flatMap((route) =>
    route === undefined ? [] : [{ id: route.id, path: route.path, index: route.index === true }],
  )
  const tree = [{ id: root?.id ?? 'root', path: '', children: children as RouteObject[] }]
  return (path) => matchRoutes(tree, path)?.at(-1)?.route.path === '*'
}

export function createLoadContext(values: ShopContext): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(shopContext, values)
  return context
}
