import { reactRouter } from '@react-router/dev/vite'
import { build } from 'rolldown'
import { defineConfig, type Plugin } from 'vite'
import { mendedLibraries } from './mended-libraries.ts'
import { buildTargets } from './domain/supported-browsers.ts'
import { business, guestRange, phoneText } from './domain/business.ts'

/**
 * Replaces the module with the owner's details, which were checked when this file was loaded, so that browsers get them without
 * the checks.
 */
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

/** Imports a module as the text of a classic script, for the head of pages. */
function scriptText(): Plugin {
  return {
    name: 'script-text',
    load: {
      filter: { id: /\?script$/ },
      async handler(id) {
        const { output } = await build({
          input: id.replace('?script', ''),
          write: false,
          transform: { target: buildTargets },
          output: { format: 'iife', minify: true },
        })
        return `export default ${JSON.stringify(output[0].code.trim())}`
      },
    },
  }
}

const framework = /\/node_modules\/(?:react(?:-dom|-router)?|scheduler)\//
const shell =
  /\/(?:root|entry\.client|money|quantity|rows|number-words|tag-filter|domain\/allergens|interval-text|uuid|routes\/head|ui\/(?:empty-state|mail-link|new-tab|shapes\/shape-paths)|catalogue\/(?:category|load-failure)|cart\/add-to-cart-button|avoid\/fit-mark|account\/confirmation)\.tsx?$/
const catering =
  /\/(?:enquiries\/enquiry-link|scenes\/scene-showcase|ui\/(?:dialog|section))\.tsx?$|\/telly\.module/

/**
 * Groups modules into few large files, which compress better than many small ones and need fewer requests. ADR 21 describes the
 * effect of these seven.
 */
const groups = [
  { name: 'framework', test: framework, priority: 2 },
  { name: 'shell', test: shell, priority: 1 },
  { name: 'moving', test: /\/(?:ui\/carousel|seo\/json-ld)\.tsx$/, priority: 1 },
  { name: 'cards', test: /\/features\/catalogue\/product-grid\.tsx$/, priority: 1 },
  { name: 'album', test: /\/(?:filters|page-links|avoid-opener)\.tsx?$/, priority: 1 },
  { name: 'catering', test: catering },
  { name: 'recipes', test: /\/(?:ui\/breadcrumb|recipes\/recipe-list)\.tsx$/ },
]
const browserBuild = { rolldownOptions: { output: { codeSplitting: { groups } } } }

export default defineConfig({
  plugins: [reactRouter(), bakeBusiness(), scriptText(), ...mendedLibraries],
  // Shortens class names, which take up a tenth of a page of cards.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    target: buildTargets,
    assetsInlineLimit: 2048,
    rolldownOptions: {
      // The server's bundle is one file, even where the browser's bundle is split.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
    },
  },
  environments: { client: { build: browserBuild } },
})
