import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { buildTargets } from '../domain/supported-browsers.ts'
import { markSheetEnds, retryStylesheets, scriptInHead } from '../vite-plugins.ts'

const recoveryScript = fileURLToPath(new URL('recovery-script.ts', import.meta.url))

/** The desk has a build of its own, apart from the storefront's: none of it is in the shop's pages. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/desk/',
  plugins: [scriptInHead(recoveryScript), markSheetEnds(), retryStylesheets()],
  oxc: { jsx: { runtime: 'automatic' } },
  // Short class names, as in the storefront, because every chunk contains them.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    target: buildTargets,
    outDir: fileURLToPath(new URL('../build/client/desk', import.meta.url)),
    emptyOutDir: true,
    chunkSizeWarningLimit: 720,
    rolldownOptions: {
      // Fonts and drawings of the storefront are not bundled: the shop's server sends them.
      external: /^\/generated\//,
      // One file for everything that each visit loads: on a phone twenty small files are slower.
      output: { codeSplitting: { groups: [{ name: 'desk', tags: ['$initial'] }] } },
      // 'use client' is for servers that render components; the desk has none.
      checks: { moduleLevelDirective: false },
    },
  },
})
