import type { Plugin } from 'vite'

/**
 * Where a page's code cannot be fetched, the router loads the page before it anew, which ends on the browser's own
 * error page when the signal is lost. Throwing shows the shop's screen for faults instead (ADR 21).
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
 * The router marks its own answers for page data, and takes an unmarked error for an error of the page. A proxy or a Wi-Fi
 * gave it; the page then waits for the shop, as for data that cannot be decoded. The server's own queue has a mark, too.
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

/** The browser's cache may have kept what a stranger answered: the first attempt after a failure goes past it. */
const renewal =
  'if (isLost) { isLost = false; return window.renewFiles().then(() => preload(baseModule, deps, importerUrl)); }'

/**
 * Vite asks for the style sheets of what is loaded later once, and where they were lost it goes on without them: what is
 * opened when the line is back would have no looks. This way they are asked for again, as code is by the browser.
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

/** Plugins that change what the router and Vite ship to browsers. */
export const mendedLibraries = [throwLostCode(), refuseForeignData(), askAgainForStyles()]
