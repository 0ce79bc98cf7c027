import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { business, guestRange, phoneText } from './domain/business.ts'

/**
 * The React Compiler adds about a quarter to the size of what it compiles. It runs for the forms that change
 * with every key; pages that hardly change do without it, and so does the cart, which has the most to load.
 */
const compiled = /\/app\/routes\/(?:account-settings|auth|search)\/.*\.tsx(?:$|\?)/

/**
 * What the router has for other shops than this one, and what stands in its place in the browser's bundle: the names
 * of its parts for developer tools (and so NavLink, Form), posting forms by the router (fetchers, submissions),
 * measuring instruments, fetching pages before a link is pressed, server components, hot reloading, and finding routes
 * out one by one, for all of them come with the first page.
 *
 * A page whose code cannot be fetched is a fault like any other, thrown where the page would stand, so that the screen
 * for faults shows: loading the page before it anew, as the router would, ends on the browser's own error page when
 * the signal is lost.
 */
const routerParts: [part: RegExp, instead: string][] = [
  [/^\w+\.displayName = .*$/gm, ''],
  [/= (React\$\d+\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'],
  [/^\t\t(?:fetch|getFetcher|resetFetcher),$/gm, ''],
  [/opts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, 'false'],
  [/(?<!function )isFogOfWarEnabled\([^()]*\)/g, 'false'],
  [/= consumeInstrumentation\w+\(router\)/g, '= null'],
  [/init\.instrumentations/g, 'null'],
  [/usePrefetchBehavior\(prefetch, rest\)/g, '[false, null, {}]'],
  [/shouldPrefetch && !isAbsolute/g, 'false'],
  [/(?<!function )isPageLinkDescriptor\(link\)/g, 'false'],
  [/(?<!function )useIsRSCRouterContext\(\)/g, 'false'],
  [/(?<=if \()this\.context\b/g, 'false'],
  [/^\s*router\.createRoutesForHMR = .*$/gm, ''],
  [
    /window\.location\.reload\(\);\s*return new Promise\(\(\) => {}\)/g,
    'return { default: () => { throw error } }',
  ],
]

/** Puts that in; another version of the router, in which one of them cannot be found, stops the build. */
function fitRouter(): Plugin {
  const found = new Set<RegExp>()
  return {
    name: 'fit-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\// },
      handler: (code) =>
        routerParts.reduce((rest, [part, instead]) => {
          const smaller = rest.replaceAll(part, instead)
          if (smaller !== rest) found.add(part)
          return smaller
        }, code),
    },
    buildEnd() {
      const missing = routerParts.filter(([part]) => !found.has(part))
      if (missing.length > 0) this.error(`The router has no ${missing.map(String).join(', no ')}`)
    },
  }
}

/** The owner's details were checked when this file was loaded: the browser gets them without the checks. */
function bakeBusiness(): Plugin {
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

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Few large files compress better than many small ones (8 kB less on /shop): the framework, the shell
 * that every page needs, the parts of the shop that other pages use, and the album that home, shop and
 * product share. What is only loaded on demand stays apart, because only static imports are followed.
 */
function chunkGroups() {
  const shell = reachable('entry.client.tsx', 'root.tsx')
  const shop = reachable('routes/shop/shop.tsx')
  const shelf = reachable('routes/home/home.tsx', 'routes/product/product.tsx')
  const elsewhere = reachable(...otherScreens())
  const isLibrary = (id: string) => id.includes('/node_modules/') || !id.startsWith('/')
  const isRuntime = (id: string) => id.includes('rolldown/runtime')
  // Few screens ask for these, whoever leads to them.
  const isSeldom = (id: string) =>
    /\/(?:domain\/(?:filters|interval-text|number-words|paging)|app\/art\/palette|app\/ui\/page-links)\.tsx?$/.test(
      id,
    )
  return [
    group('framework', 3, (id, graph) => isRuntime(id) || (isLibrary(id) && shell(graph).has(id))),
    group('shell', 2, (id, graph) => shell(graph).has(id) && !isSeldom(id)),
    group(
      'parts',
      1,
      (id, graph) => shop(graph).has(id) && elsewhere(graph).has(id) && !isSeldom(id),
    ),
    group('album', 0, (id, graph) => shop(graph).has(id) && shelf(graph).has(id)),
  ]
}

/** The screens beside home, shop and product. */
function otherScreens(): string[] {
  return readdirSync(join(import.meta.dirname, 'app', 'routes'))
    .filter((name) => !['home', 'shop', 'product'].includes(name))
    .map((name) => `routes/${name}/${name}.tsx`)
}

function group(name: string, priority: number, holds: (id: string, graph: ModuleGraph) => boolean) {
  return {
    priority,
    debugName: name,
    name: (id: string, graph: ModuleGraph) => (holds(id, graph) ? name : null),
  }
}

/** The modules that the given files of `app` lead to by static imports, found once a build. */
function reachable(...files: string[]): (graph: ModuleGraph) => ReadonlySet<string> {
  let found: Set<string> | undefined
  return (graph) => {
    found ??= walk(
      files.map((file) => join(import.meta.dirname, 'app', file)),
      graph,
    )
    return found
  }
}

function walk(from: string[], graph: ModuleGraph): Set<string> {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}

export default defineConfig({
  plugins: [
    reactRouter(),
    babel({ include: compiled, presets: [reactCompilerPreset()] }),
    fitRouter(),
    bakeBusiness(),
  ],
  // The names of classes are a tenth of a page of cards.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 2048,
    rolldownOptions: {
      // The server's bundle is one file, whatever is loaded later in the browser.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      // Drawings are plain data; those that a page does not show stay out of its bundle.
      treeshake: { propertyReadSideEffects: false, manualPureFunctions: ['starPath'] },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The manifest of all routes, which every first view loads, is mostly these names.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: { groups: chunkGroups() },
          },
        },
      },
    },
  },
})
