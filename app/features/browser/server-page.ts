declare global {
  interface Window {
    /** Of the script in the head, so that it needs no code that may be what failed. */
    showServerPage: typeof showServerPage
  }
}

/**
 * React empties the document after an error that no boundary has caught. The page comes again as the server sends it,
 * and stays without code: to be read, with links and forms that work by themselves.
 */
export async function showServerPage(error: unknown): Promise<void> {
  reportError(error)
  const text = await fetch(location.href).then(
    (response) => response.text(),
    () => '',
  )
  const page = new DOMParser().parseFromString(text || offline, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  for (const part of page.querySelectorAll('noscript')) part.replaceWith(...part.childNodes)
  document.documentElement?.remove()
  document.append(page.documentElement)
}

const offline =
  '<title>That tripped the fuse</title><h1>That tripped the fuse</h1><p>Your cart is safe. <a href="">Try again</a>'
