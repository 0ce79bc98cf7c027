import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { PageHandler } from '../app/entry.server.tsx'
import { createStaticFiles } from './static-files.ts'

export interface Storefront {
  render: PageHandler
  answerFile(request: IncomingMessage, response: ServerResponse): Promise<boolean> | boolean
  /** Pages are kept, and only named scripts run. Not so while developing. */
  isBuilt: boolean
  stop(): Promise<void>
}

export async function loadStorefront(root: string): Promise<Storefront> {
  const build: ServerBuild = await import(
    pathToFileURL(join(root, 'build', 'server', 'index.js')).href
  )
  return {
    render: pageHandler(build, 'production'),
    answerFile: createStaticFiles(join(root, 'build', 'client')),
    isBuilt: true,
    stop: async () => {},
  }
}

export async function developStorefront(root: string): Promise<Storefront> {
  const vite = await import('vite')
  const server = await vite.createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true },
  })
  return {
    async render(request, values) {
      const build = await server.ssrLoadModule('virtual:react-router/server-build')
      if (!isServerBuild(build)) throw new Error('Vite made no server build')
      return pageHandler(build, 'development')(request, values)
    },
    answerFile: (request, response) =>
      new Promise((resolve) => {
        response.once('close', () => resolve(true))
        server.middlewares(request, response, () => resolve(false))
      }),
    isBuilt: false,
    stop: () => server.close(),
  }
}

function isServerBuild(module: object): module is ServerBuild {
  return 'routes' in module && 'entry' in module
}

function pageHandler(build: ServerBuild, mode: 'production' | 'development'): PageHandler {
  const entry: object = build.entry.module
  if (!('createPageHandler' in entry) || typeof entry.createPageHandler !== 'function') {
    throw new Error('app/entry.server.tsx exports no createPageHandler')
  }
  return entry.createPageHandler(build, mode)
}
