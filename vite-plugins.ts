import { basename } from 'node:path'
import { build } from 'rolldown'
import type { Plugin } from 'vite'
import { business, guestRange, phoneText } from './domain/business.ts'
import { buildTargets } from './domain/supported-browsers.ts'

/** Replaces the module with its checked constants, so that browsers do not load the checks. */
export function bakeBusiness(): Plugin {
  return {
    name: 'bake-business',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/domain\/business\.ts$/ },
      handler: () =>
        Object.entries({ business, guestRange, phoneText })
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
          .join(''),
    },
  }
}

/** Bundles a module imported with `?script` into the text of a classic script, for the head of pages. */
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
 * When a route's chunk cannot be fetched, the router reloads the current page, which shows the browser's own error page
 * while there is no connection. Throwing renders the root's error boundary instead (ADR 21).
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
 * The router marks its own responses with page data, and renders an unmarked error as the page's error. Such a response comes
 * from a proxy or a Wi-Fi login page: throw as for data that cannot be decoded, which is retried. The responses of the
 * server's queue have a header of their own.
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
          `if ((res.status >= 400 || res.status === 204) && !res.headers.has("X-Remix-Response") && !res.headers.has("X-Shop-Queue"))
            throw new Error("Unable to decode");
          $&`,
        )
      },
    },
  }
}

/** The HTTP cache may hold a response of a Wi-Fi login page: the first attempt after a failure bypasses it. */
const renewal =
  'if (isLost) { isLost = false; return window.renewFiles().then(() => preload(baseModule, deps, importerUrl)); }'

/**
 * Vite requests the style sheets of a dynamic import once, and renders without them if that failed. This requests them again
 * at the next import, as browsers do for the code.
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

/** Plugins that patch the code of the router and of Vite in the build for browsers. */
export const patchedLibraries = [failOnMissingChunk(), rejectForeignResponses(), retryStylesheets()]
