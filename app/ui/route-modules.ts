declare global {
  interface Window {
    /** Written by the router into each page; no documented interface tells which modules came. */
    __reactRouterRouteModules?: Record<string, { default?: unknown }>
  }
}

/**
 * Checks the modules of these routes in the browser. A proxy can answer a script with nothing, and the router renders
 * nothing for a route whose module is empty. A module that could not be loaded is not among them.
 * @throws Error for a module without a component
 */
export function requireRouteModules(ids: readonly string[]): void {
  const modules = window.__reactRouterRouteModules ?? {}
  if (ids.some((id) => id in modules && !modules[id]?.default))
    throw new Error('A route module is empty')
}
