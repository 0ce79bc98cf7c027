import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Shows a dialog outside of the page's tree, for what is opened by code that was loaded late. */
export function showOwnDialog(render: (close: () => void) => ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    render(() => {
      root.unmount()
      place.remove()
    }),
  )
}
