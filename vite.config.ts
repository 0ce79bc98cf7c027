import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * The React Compiler adds about a quarter to the size of what it compiles, so it runs where pages change
 * under the visitor's hands; the design system stands still.
 */
const compiled = /\/app\/(?:features|routes)\/.*\.tsx?(?:$|\?)/

/**
 * Without the names that the router gives its parts for developer tools, the parts that the shop does not
 * use (NavLink, Form, the fetchers) drop out of the browser's bundle: 1.9 kB less.
 */
function dropDebugNames(): Plugin {
  return {
    name: 'drop-debug-names',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\// },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = .*$/gm, '')
          .replaceAll(/= (React\$\d+\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}

export default defineConfig({
  plugins: [
    reactRouter(),
    babel({ include: compiled, presets: [reactCompilerPreset()] }),
    dropDebugNames(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 2048,
    rolldownOptions: {
      // Drawings are plain data; those that a page does not show stay out of its bundle.
      treeshake: { propertyReadSideEffects: false, manualPureFunctions: ['starPath'] },
    },
  },
})
