const PRELOAD = /<link rel="modulepreload" href="(?<href>[^"]+)"\/>/g
const ENTRY_IMPORT_END = /(?<=import\("[^"]+"\));\s*$/
const START = '<script type="module" async="">'

/**
 * Lets the browser load styles, fonts and pictures before code: the framework's start script, which asks for all code at
 * once, is delayed until after the first paint. On a slow connection 125 kB of code would otherwise delay the rest. Pages
 * can be read and their links followed without it.
 * @param page a document of the framework; one without a start script is returned unchanged
 */
export function deferHydration(page: Buffer): { page: Buffer; laterScripts: Uint8Array[] } {
  const headEnd = page.indexOf('</head>')
  const open = findStart(page, headEnd)
  const close = page.indexOf('</script>', open)
  if (headEnd === -1 || open === -1 || close === -1) return { page, laterScripts: [] }
  const head = page.toString('utf8', 0, headEnd)
  const hrefs = new Set([...head.matchAll(PRELOAD)].map(({ groups }) => groups?.href))
  const start = page.toString('utf8', open + START.length, close)
  // An import of an empty file neither fails nor runs anything, so the check runs after success and failure alike.
  const code = start.replace(ENTRY_IMPORT_END, '.finally(() => window.announceUnlessAlive?.());')
  const parts = [
    Buffer.from(head.replaceAll(PRELOAD, '')),
    page.subarray(headEnd, open + START.length),
    Buffer.from(afterPaint(code, [...hrefs])),
    page.subarray(close),
  ]
  return { page: Buffer.concat(parts), laterScripts: [Buffer.from(code)] }
}

/**
 * Returns the index of the start script's tag, or -1. Searching for the short `<script` first takes a third of the time on
 * a long page.
 */
function findStart(page: Buffer, from: number): number {
  let at = page.indexOf('<script', from)
  while (at !== -1 && page.toString('latin1', at, at + START.length) !== START)
    at = page.indexOf('<script', at + 1)
  return at
}

/**
 * Returns a script that runs the start script after the first paint. The start script stays one module: if its imports and
 * its own code ran separately, the app shell would start the router first.
 */
function afterPaint(code: string, hrefs: unknown[]): string {
  return `if (!document.hidden) await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
const add = (tag, values) => document.head.append(Object.assign(document.createElement(tag), values));
for (const href of ${JSON.stringify(hrefs)}) add("link", { rel: "modulepreload", href });
add("script", { type: "module", textContent: ${JSON.stringify(code)} });`
}
