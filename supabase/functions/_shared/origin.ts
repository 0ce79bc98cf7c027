import { refuse } from './answers.ts'

/** Whether a browser says that another site's page sent this. Mail programs and servers send no Origin. */
export function isForeign(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && origin !== new URL(siteUrl).origin
}

/** Refuses what is no POST (405), or one from another site's page (403); null for what may come in. */
export function refuseStranger(request: Request, siteUrl: string): Response | null {
  if (request.method !== 'POST')
    return refuse(405, 'method_not_allowed', 'Use POST', { allow: 'POST' })
  return isForeign(request, siteUrl)
    ? refuse(403, 'forbidden', 'This request came from another site')
    : null
}
