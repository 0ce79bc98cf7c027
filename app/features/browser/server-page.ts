import { addMissingChunkNote } from './lost-code.ts'

declare global {
  interface Window {
    /** Defined by the script in the head, because the page's other code may be what failed. */
    showServerPage: typeof showServerPage
  }
}

/**
 * React empties the document after an error that no boundary has caught. The page comes again as the server sends it,
 * and stays without code: to be read, with links and forms that work by themselves, and a note that offers to load it again.
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
    // The login page of a Wi-Fi is no page of the shop.
    return text.includes('<main id="main"') ? text : offline
  } catch {
    return offline
  }
}

const offline =
  '<title>That tripped the fuse</title><h1>That tripped the fuse</h1><p>Your cart is safe. <a href="">Try again</a>'
