import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { collectEarlyInput } from './ui/early-input.ts'
import { checkRouteModules } from './ui/route-modules.ts'

function Shop() {
  checkRouteModules(['root'])
  return <HydratedRouter />
}

collectEarlyInput()
startTransition(() => {
  const shop = <Shop />
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{shop}</StrictMode> : shop, {
    onUncaughtError: window.showServerPage,
  })
})
