import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { collectEarlyInput } from './ui/early-input.ts'

collectEarlyInput()
startTransition(() => {
  const router = <HydratedRouter />
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{router}</StrictMode> : router, {
    onUncaughtError: window.showServerPage,
  })
})
