import { ApiError } from '../wire.ts'
import type { AuthHandler, AuthWork } from './request.ts'

interface Match {
  handler: AuthHandler
  /** The parts of the path that its pattern leaves open, as they were sent. */
  params: Record<string, string>
}

type Route = readonly [method: string, pattern: readonly string[], handler: AuthHandler]

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Finds who answers a request among endpoints such as `GET /users/:user_id`.
 * @throws ApiError 404 for an unknown path, 405 for another method
 */
export function createRouter(
  endpoints: Record<string, AuthHandler>,
): (method: string, path: string) => Match {
  const routes = Object.entries(endpoints).map(([name, handler]): Route => {
    const [method = '', pattern = ''] = name.split(' ')
    return [method, pattern.split('/'), handler]
  })
  return (method, path) => {
    const parts = path.split('/')
    const here = routes.filter(([, pattern]) => fits(pattern, parts))
    const route = here.find(([one]) => one === method)
    if (route !== undefined) return { handler: route[2], params: paramsOf(route[1], parts) }
    if (here.length === 0) throw new ApiError(404, 'not_found', 'Path not found')
    const headers = { allow: [...new Set(here.map(([one]) => one))].join(', ') }
    throw new ApiError(405, 'method_not_allowed', 'Method not allowed', { headers })
  }
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => part === parts[at] || (part.startsWith(':') && parts[at] !== ''))
  )
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), parts[at] ?? ''] as const] : [],
    ),
  )
}

/** The id that stands in a request's path. @throws ApiError 404 for what is none */
export function idIn({ params }: Pick<AuthWork, 'params'>, name: string): string {
  const value = params[name] ?? ''
  if (uuidShape.test(value)) return value.toLowerCase()
  throw new ApiError(404, 'validation_failed', `${name} must be an UUID`)
}
