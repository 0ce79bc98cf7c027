import type { Plugin } from 'vite'

/**
 * Makes the storefront show its own error page when the code of a page cannot be fetched. The router would reload the previous
 * page instead, which ends on the browser's own error page when the connection is down (ADR 21).
 */
function throwLostCode(): Plugin {
  return {
    name: 'throw-lost-code',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/.*\/routeModules\.js$/ },
      handler(code) {
        const reload = /window\.location\.reload\(\);\s*return .*;/
        if (!reload.test(code)) this.error('The router has another way with lost code')
        return code.replace(reload, 'return { default: () => { throw error } };')
      },
    },
  }
}

/**
 * Treats an unmarked error response to a request for page data as a failed connection. The router marks its own responses and
 * takes any other error for one of the page, but a proxy or a Wi-Fi may have sent it. The page then waits for the shop, as for
 * data that cannot be decoded. The server's own queue marks its responses, too.
 */
function refuseForeignData(): Plugin {
  return {
    name: 'refuse-foreign-data',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/.*\/ssr\/single-fetch\.js$/ },
      handler(code) {
        const unmarked =
          /if \(res\.status >= 400 (?=&& !res\.headers\.has\("X-Remix-Response"\)\) throw new)/
        if (!unmarked.test(code)) this.error('The router has another way with unmarked answers')
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

/**
 * Bypasses the browser's cache in the first attempt after a failure, because the cache may contain a response of a proxy or a
 * Wi-Fi.
 */
const renewal =
  'if (isLost) { isLost = false; return window.renewFiles().then(() => preload(baseModule, deps, importerUrl)); }'

/**
 * Requests the style sheets of lazy-loaded code again after a failure. Vite requests them once and continues without them, so that
 * pages opened after the connection is back would have no styles. The browser itself requests scripts again.
 */
function askAgainForStyles(): Plugin {
  const rememberedAsDone = /seen\[href\] = void 0;(?=\s*throw err)/
  const start = 'let promise = Promise.resolve();'
  const failure = 'function handlePreloadError(err) {'
  const settled = 'e.type === "error"'
  const leftInTheHead = /rej\(.*new Error\(`Unable to preload .*\)\);/
  return {
    name: 'ask-again-for-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        const isKnown = [start, failure, settled].every((part) => code.includes(part))
        if (!isKnown || !rememberedAsDone.test(code) || !leftInTheHead.test(code))
          this.error('Vite has another way with lost style sheets')
        return `let isLost = false;${code}`
          .replace(failure, `${failure} isLost = true;`)
          .replace(start, `${renewal} ${start}`)
          .replace(settled, `${settled} || !link.sheet?.cssRules.length`)
          .replace(rememberedAsDone, 'delete seen[href];')
          .replace(leftInTheHead, '{ link.remove(); rej(Error(dep)); }')
      },
    },
  }
}

/** Plugins that change the code of the router and of Vite's preload in the browser. */
export const mendedLibraries = [throwLostCode(), refuseForeignData(), askAgainForStyles()]
