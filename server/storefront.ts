import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type * as Entry from '../app/entry.server.tsx'
import { getPagePath } from './page-keys.ts'
import { createStaticFileHandler } from './static-files.ts'

export interface Storefront {
  render: Entry.PageHandler
  /** Returns true when no route has this path, so that it shows Page Not Found. */
  isUnknown(path: string): boolean
  answerFile(request: IncomingMessage, response: ServerResponse): Promise<boolean> | boolean
  /** False in development. In a build, pages are cached, and only scripts with a known hash run. */
  isBuilt: boolean
  stop(): Promise<void>
}

export async function loadStorefront(root: string): Promise<Storefront> {
  const build: ServerBuild = await import(
    pathToFileURL(join(root, 'build', 'server', 'index.js')).href
  )
  const isUnknown = entryOf(build).createUnknownPathCheck(build)
  return {
    render: pageHandler(build, 'production'),
    isUnknown: (path) => isUnknown(getPagePath(path)),
    answerFile: createStaticFileHandler(join(root, 'build', 'client')),
    isBuilt: true,
    stop: async () => {},
  }
}

export async function loadDevelopmentStorefront(root: string): Promise<Storefront> {
  const vite = await import('vite')
  const server = await vite.createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true },
  })
  return {
    async render(request, values) {
      const build = await server.ssrLoadModule('virtual:react-router/server-build')
      return pageHandler(build as ServerBuild, 'development')(request, values)
    },
    answerFile: (request, response) =>
      new Promise((resolve) => {
        response.once('close', () => resolve(true))
        server.middlewares(request, response, () => resolve(false))
      }),
    isUnknown: () => false,
    isBuilt: false,
    stop: () => server.close(),
  }
}

/** React Router's type of a server build does not include the additional exports of the shop's own entry file. */
function pageHandler(build: ServerBuild, mode: 'production' | 'development'): Entry.PageHandler {
  return entryOf(build).createPageHandler(build, mode)
}

function entryOf(build: ServerBuild): typeof Entry {
  return build.entry.module as unknown as typeof Entry
}
