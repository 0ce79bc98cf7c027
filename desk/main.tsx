import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Desk } from './desk.tsx'
import './desk.css'

const place = document.getElementById('desk')
if (place === null) throw new Error('The page has no place for the desk')
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/desk/sw.js', { scope: '/desk' })
createRoot(place).render(
  <StrictMode>
    <Desk />
  </StrictMode>,
)
