import { ApiError } from '../core/wire.ts'
import type { AuthHandler, AuthWork } from './request.ts'

/** Handlers by method and path pattern, such as `GET /users/:user_id`. */
export type Endpoints = Record<string, AuthHandler>

interface Match {
  handler: AuthHandler
  /** The values of the pattern's parameters, still URL-encoded. */
  params: Record<string, string>
}

export const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns a function that finds the handler of a request. @throws ApiError 404 for an unknown path, 405 for another method */
export function createRouter(endpoints: Endpoints): (method: string, path: string) => Match {
  const routes = Object.entries(endpoints).map(([name, handler]) => {
    const [method = '', pattern = ''] = name.split(' ')
    const open = pattern.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    return { method, shape: new RegExp(`^${open}$`), handler }
  })
  return (method, path) => {
    const here = routes.filter(({ shape }) => shape.test(path))
    const route = here.find((one) => one.method === method)
    if (route !== undefined)
      return { handler: route.handler, params: route.shape.exec(path)?.groups ?? {} }
    if (here.length === 0) throw new ApiError(404, 'not_found', 'Path not found')
    const headers = { allow: [...new Set(here.map((one) => one.method))].join(', ') }
    throw new ApiError(405, 'method_not_allowed', 'Method not allowed', { headers })
  }
}

/** Returns an id from the request's path. @throws ApiError 404 when it is not a UUID */
export function getPathId({ params }: Pick<AuthWork, 'params'>, name: string): string {
  const value = params[name] ?? ''
  if (uuidShape.test(value)) return value.toLowerCase()
  throw new ApiError(404, 'validation_failed', `${name} must be an UUID`)
}
