import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createStaticFiles } from './static-files.ts'

/** The built storefront, or the one that Vite makes anew at every change. */
export interface Storefront {
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Answers when the request is for a file, else says false. */
  answerFile(request: IncomingMessage, response: ServerResponse): Promise<boolean> | boolean
  /** Pages are kept, and only named scripts run. Not so while developing. */
  isBuilt: boolean
  stop(): Promise<void>
}

/** Loads what the build has made. */
export async function loadStorefront(root: string): Promise<Storefront> {
  const build: ServerBuild = await import(pathToFileURL(join(root, 'build', 'server', 'index.js')).href)
  const files = createStaticFiles(join(root, 'build', 'client'))
  return { build, answerFile: files.answer, isBuilt: true, stop: async () => {} }
}

/** Serves the storefront from its sources with hot reload. */
export async function developStorefront(root: string): Promise<Storefront> {
  const vite = await import('vite')
  const server = await vite.createServer({ root, appType: 'custom', server: { middlewareMode: true } })
  return {
    build: async () => {
      const build = await server.ssrLoadModule('virtual:react-router/server-build')
      if (!isServerBuild(build)) throw new Error('Vite made no server build')
      return build
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
