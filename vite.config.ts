import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { business, guestRange, phoneText } from './domain/business.ts'

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
 * Vite asks for the style sheets of what is loaded later once, and where they were lost it goes on without them: what is
 * opened when the line is back would have no looks. This way they are asked for again, as code is by the browser.
 */
function askAgainForStyles(): Plugin {
  const rememberedAsDone = /seen\[href\] = void 0;(?=\s*throw err)/
  const leftInTheHead = /rej\(.*new Error\(`Unable to preload .*\)\);/
  return {
    name: 'ask-again-for-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!rememberedAsDone.test(code) || !leftInTheHead.test(code))
          this.error('Vite has another way with lost style sheets')
        return code
          .replace(rememberedAsDone, 'delete seen[href];')
          .replace(leftInTheHead, '{ link.remove(); rej(Error(dep)); }')
      },
    },
  }
}

const shell =
  /\/(?:root|entry\.client|money|quantity|rows|number-words|tag-filter|domain\/allergens|interval-text|uuid|routes\/head|ui\/(?:empty-state|mail-link|new-tab|shapes\/shape-paths)|catalogue\/(?:category|load-failure)|cart\/add-to-cart-button|avoid\/fit-mark)\.tsx?$/
const catering =
  /\/(?:enquiries\/enquiry-link|scenes\/scene-showcase|ui\/(?:dialog|section))\.tsx?$|\/telly\.module/

/** Few large files compress better than many small ones, and each is a request: ADR 21 has what these six bring. */
const groups = [
  {
    name: 'framework',
    test: /\/node_modules\/(?:react(?:-dom|-router)?|scheduler)\//,
    priority: 2,
  },
  { name: 'shell', test: shell, priority: 1 },
  { name: 'moving', test: /\/(?:ui\/carousel|seo\/json-ld)\.tsx$/, priority: 1 },
  { name: 'cards', test: /\/features\/catalogue\/product-grid\.tsx$/, priority: 1 },
  { name: 'album', test: /\/(?:filters|page-links|avoid-opener)\.tsx?$/, priority: 1 },
  { name: 'catering', test: catering },
]
const browserBuild = { rolldownOptions: { output: { codeSplitting: { groups } } } }

export default defineConfig({
  plugins: [reactRouter(), bakeBusiness(), throwLostCode(), askAgainForStyles()],
  // The names of classes are a tenth of a page of cards.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 2048,
    rolldownOptions: {
      // The server's bundle is one file, whatever is loaded later in the browser.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
    },
  },
  environments: { client: { build: browserBuild } },
})
