/** Whether a browser says that another site's page sent this. Mail programs and servers send no Origin. */
export function isForeign(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && origin !== new URL(siteUrl).origin
}
