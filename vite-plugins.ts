import { basename } from 'node:path'
import { build } from 'rolldown'
import type { Plugin } from 'vite'
import { business, cateringGuestRange, businessPhoneText } from './domain/business.ts'
import { buildTargets } from './domain/supported-browsers.ts'

/** Replaces domain/business.ts by its constants in the browser's bundle, so that browsers do not load the code that checks them. */
export function bakeBusiness(): Plugin {
  return {
    name: 'bake-business',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/domain\/business\.ts$/ },
      handler: () =>
        Object.entries({ business, cateringGuestRange, businessPhoneText })
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
          .join(''),
    },
  }
}

/** Bundles a module that is imported with `?script`, and exports the code as text for a `<script>` in the head of pages. */
export function scriptText(): Plugin {
  return {
    name: 'script-text',
    load: {
      filter: { id: /\?script$/ },
      handler: async (id) =>
        `export default ${JSON.stringify(await bundleScript(id.replace('?script', '')))}`,
    },
  }
}

/**
 * Replaces `<!-- name.ts -->` in the head of an HTML file by a classic script, bundled from the module of that name. The
 * file loses its other comments and its indentation, because the beginning of a page that is cut has to show an error.
 */
export function scriptInHead(file: string): Plugin {
  return {
    name: 'script-in-head',
    async transformIndexHtml(html) {
      const mark = `<!-- ${basename(file)} -->`
      if (!html.includes(mark)) throw new Error(`The page has no ${mark}`)
      const script = `<script>${await bundleScript(file)}</script>`
      const marked = html.replace(mark, () => script)
      return marked.replace(/<!--[^]*?-->/g, '').replace(/^\s+/gm, '')
    },
  }
}

async function bundleScript(input: string): Promise<string> {
  const { output } = await build({
    input,
    write: false,
    transform: { target: buildTargets },
    output: { format: 'iife', minify: true },
  })
  return output[0].code.trim()
}

/** Ends each style sheet with a rule for `isCompleteSheet` of `app/features/browser/renew-files.ts`. */
export function markSheetEnds(): Plugin {
  return {
    name: 'mark-sheet-ends',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = `${Buffer.from(file.source).toString().trimEnd()}#end{}`
    },
  }
}

/**
 * Makes the router throw when a route's chunk cannot be loaded, which renders the root's error boundary (ADR 21). By itself, the
 * router reloads the current page, and offline the browser then shows its own error page.
 */
function failOnMissingChunk(): Plugin {
  return {
    name: 'fail-on-missing-chunk',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/.*\/routeModules\.js$/ },
      handler(code) {
        const reload = /window\.location\.reload\(\);\s*return .*;/
        if (!reload.test(code)) this.error('The router has changed how it handles a missing chunk')
        return code.replace(reload, 'return { default: () => { throw error } };')
      },
    },
  }
}

/**
 * Makes the router throw for every response to a request for page data that has no header of the router or of the server's queue.
 * Such a response comes from a proxy or a Wi-Fi login page. The router would show it as an error of the page, or as data without
 * routes; when it throws as for data that cannot be decoded, the request is retried.
 */
function rejectForeignResponses(): Plugin {
  return {
    name: 'reject-foreign-responses',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/.*\/ssr\/single-fetch\.js$/ },
      handler(code) {
        const unmarked =
          /if \(res\.status >= 400 (?=&& !res\.headers\.has\("X-Remix-Response"\)\) throw new)/
        if (!unmarked.test(code))
          this.error('The router has changed how it handles unmarked responses')
        return code.replace(
          unmarked,
          `if (!res.headers.has("X-Remix-Response") && !res.headers.has("X-Shop-Queue"))
            throw new Error("Unable to decode");
          $&`,
        )
      },
    },
  }
}

/** Bypasses the HTTP cache at the first attempt after a failure, because it may contain a response of a Wi-Fi login page. */
const renewal =
  'if (isLost) { isLost = false; return window.renewFiles().then(() => preload(baseModule, deps, importerUrl)); }'

/**
 * Makes Vite request the style sheets of a dynamic import again at the next import if they could not be loaded, as browsers do
 * for the code. By itself, Vite requests them only once and then renders without them.
 */
export function retryStylesheets(): Plugin {
  const rememberedAsDone = /seen\[href\] = void 0;(?=\s*throw err)/
  const start = 'let promise = Promise.resolve();'
  const failure = 'function handlePreloadError(err) {'
  const settled = 'e.type === "error"'
  const leftInTheHead = /rej\(.*new Error\(`Unable to preload .*\)\);/
  return {
    name: 'retry-stylesheets',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        const isKnown = [start, failure, settled].every((part) => code.includes(part))
        if (!isKnown || !rememberedAsDone.test(code) || !leftInTheHead.test(code))
          this.error('Vite has changed how it handles missing style sheets')
        return `let isLost = false;${code}`
          .replace(failure, `${failure} isLost = true;`)
          .replace(start, `${renewal} ${start}`)
          .replace(settled, `${settled} || !window.isCompleteSheet(link.sheet)`)
          .replace(rememberedAsDone, 'delete seen[href];')
          .replace(leftInTheHead, '{ link.remove(); rej(Error(dep)); }')
      },
    },
  }
}

/** Plugins that patch the code of React Router and Vite in the browser's bundle. */
export const patchedLibraries = [failOnMissingChunk(), rejectForeignResponses(), retryStylesheets()]
