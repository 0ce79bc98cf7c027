import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { buildTargets } from './domain/supported-browsers.ts'
import { bakeBusiness, markSheetEnds, patchedLibraries, scriptText } from './vite-plugins.ts'

const framework = /\/node_modules\/(?:react(?:-dom|-router)?|scheduler)\//
const onEveryPage = /\/(?:framework|rolldown-runtime|entry\.client)-/
const shell =
  /\/(?:root|entry\.client|money|quantity|rows|number-words|tag-slug|domain\/allergens|interval-text|uuid|routes\/head|ui\/(?:empty-state|mail-link|new-tab|shapes\/shape-paths)|catalogue\/(?:category|load-failure)|cart\/add-to-cart-button|avoid\/fit-mark|account\/confirmation)\.tsx?$/
const catering =
  /\/(?:enquiries\/enquiry-link|scenes\/scene-showcase|ui\/(?:dialog|section))\.tsx?$|\/telly\.module/

/**
 * Groups modules into few large chunks, which compress better than many small ones and need fewer requests. ADR 21 describes the
 * effect of each group.
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
// Shortens the hashes in file names: every page loads a manifest with a hundred names, and hashes do not compress.
const assetFileNames = 'assets/[name]-[hash:6][extname]'
const output = {
  codeSplitting: { groups },
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames,
}
const browserBuild = {
  rolldownOptions: { output },
  modulePreload: {
    resolveDependencies: (_: string, files: string[]) =>
      files.filter((file) => !onEveryPage.test(file)),
  },
}

export default defineConfig({
  plugins: [reactRouter(), bakeBusiness(), scriptText(), markSheetEnds(), ...patchedLibraries],
  // Shortens CSS class names, which take up a tenth of the HTML of a page with many cards.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    target: buildTargets,
    assetsInlineLimit: 2048,
    rolldownOptions: {
      // Disables a warning about dynamic imports that do not split the server's bundle, which is one file.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
    },
  },
  environments: {
    client: { build: browserBuild },
    // Names assets as in the browser's build: the server renders links to them, and hydration fails when the names differ.
    ssr: { build: { rolldownOptions: { output: { assetFileNames } } } },
  },
})
