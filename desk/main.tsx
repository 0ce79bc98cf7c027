import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { supportPageTranslation } from '../app/features/browser/translated-text.ts'
import './desk.css'
import { Desk } from './app/desk.tsx'
import { registerOfflineMutations } from './app/offline-mutations.ts'
import { restoreDrafts } from './data/drafts.ts'

const place = document.getElementById('desk')
if (place === null) throw new Error('The page has no place for the desk')
supportPageTranslation()
registerOfflineMutations()
const root = createRoot(place)
// Refused where the browser blocks storage: the desk then works with a connection only.
if (import.meta.env.PROD) workWithoutLine().catch(() => undefined)
void restoreDrafts().finally(() => {
  document.getElementById('fault')?.remove()
  root.render(
    <StrictMode>
      <Desk />
    </StrictMode>,
  )
})

/**
 * Stores the desk's page for offline use. The page that is open was loaded before there was a service worker, and may be needed
 * offline before it is loaded again.
 */
async function workWithoutLine(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/desk/sw.js', { scope: '/desk' })
  const pages = await caches.open('desk-page')
  if ((await pages.match('/desk')) !== undefined) return
  const page = await fetch('/desk')
  // A proxy may answer instead of the shop's server, with another page.
  if (page.ok && (await page.clone().text()).includes('<div id="desk">'))
    await pages.put('/desk', page)
}
