declare global {
  interface Window {
    /** Set by React Router. Undocumented, but no documented interface tells which modules were loaded. */
    __reactRouterRouteModules?: Record<string, { default?: unknown }>
  }
}

/**
 * Checks the loaded modules of these routes in the browser. A proxy can respond to a script with an empty body, and the
 * router renders nothing for a route whose module is empty. Ignores modules that could not be loaded.
 * @throws Error for a module without a component
 */
export function checkRouteModules(ids: readonly string[]): void {
  const modules = window.__reactRouterRouteModules ?? {}
  if (ids.some((id) => id in modules && !modules[id]?.default))
    throw new Error('A route module is empty')
}
