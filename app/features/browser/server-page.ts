import { addMissingChunkNote } from './missing-chunk.ts'

declare global {
  interface Window {
    /** Defined by the script in the head, because the other code of the page may be what failed. */
    showServerPage: typeof showServerPage
  }
}

/**
 * Replaces the document with the HTML of the server and a note that offers a reload. React removes the whole document after an
 * error that no error boundary has caught. The new document runs no scripts: it can be read, and its links and plain forms work.
 */
export async function showServerPage(cause: unknown): Promise<void> {
  reportError(cause)
  const text = await readPage()
  const page = new DOMParser().parseFromString(text, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  for (const part of page.querySelectorAll('noscript')) part.replaceWith(...part.childNodes)
  document.documentElement?.remove()
  document.append(page.documentElement)
  addMissingChunkNote()
}

async function readPage(): Promise<string> {
  try {
    const text = await (await fetch(location.href)).text()
    // The response may be the sign-in page of a Wi-Fi.
    return text.includes('<main id="main"') ? text : offlinePage
  } catch {
    return offlinePage
  }
}

const offlinePage =
  '<title>That tripped the fuse</title><h1>That tripped the fuse</h1><p>Your cart is safe. <a href="">Try again</a>'
