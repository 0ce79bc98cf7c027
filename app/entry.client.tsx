import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

function start(): void {
  startTransition(() => {
    const router = <HydratedRouter />
    hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{router}</StrictMode> : router)
  })
}

// The shell shares this file, so it may run before the page's own modules have come and the start script
// (server/paint-first.ts) has named them; hydrating without them fails.
if ('__reactRouterRouteModules' in window) start()
else addEventListener('routes-ready', start, { once: true })
