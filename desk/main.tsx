import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Desk } from './desk.tsx'
import './desk.css'

const place = document.getElementById('desk')
if (place === null) throw new Error('The page has no place for the desk')
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/desk/sw.js', { scope: '/desk' })
  // The worker keeps each page that passes by it; the first one came before it was there.
  if (navigator.serviceWorker.controller === null)
    void navigator.serviceWorker.ready
      .then(() => caches.open('desk-page'))
      .then((pages) => pages.add('/desk'))
}
createRoot(place).render(
  <StrictMode>
    <Desk />
  </StrictMode>,
)
