const PRELOAD = /<link rel="modulepreload" href="(?<href>[^"]+)"\/>/g
const START = /(?<open><script type="module" async="">)(?<code>[\s\S]*?)(?=<\/script>)/
const IMPORT = /^\s*import (?:\* as (?<name>\w+) from )?(?<from>"[^"]+");?$/gm

const AFTER_PAINT =
  'if (!document.hidden) await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));'

/**
 * Lets the browser fetch what a page looks like before what it does: the framework's start script, which asks for
 * all code at once, waits for the first paint. On a slow line 125 kB of code would else delay styles, fonts and
 * pictures. Pages are read and their links followed without code.
 * @param html a document of the framework; one without a start script comes back as it is
 */
export function paintFirst(html: string): string {
  const start = START.exec(html)?.groups
  if (start?.code === undefined) return html
  const hrefs = [...html.matchAll(PRELOAD)].map(({ groups }) => groups?.href)
  const imports = [...start.code.matchAll(IMPORT)].map(({ groups }) => groups)
  const names = imports.map((one) => one?.name ?? '').join(', ')
  const modules = imports.map((one) => `import(${one?.from})`).join(', ')
  const code = [
    AFTER_PAINT,
    // Together, not each when the one before it names it.
    `for (const href of ${JSON.stringify([...new Set(hrefs)])}) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));`,
    `const [${names}] = await Promise.all([${modules}]);`,
    start.code.replaceAll(IMPORT, '').trim(),
  ].join('\n')
  return html.replaceAll(PRELOAD, '').replace(START, () => `${start.open}${code}`)
}
