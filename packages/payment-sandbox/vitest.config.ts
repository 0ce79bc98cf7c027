import { defineConfig } from 'vitest/config'

/** Runs the tests of this package alone. `npm test` in the project's root runs the same files. */
export default defineConfig({
  test: {
    include: ['{src,tests}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Allows tags that are not declared here: tests of abuse cases have tags that only the root's configuration lists.
    strictTags: false,
  },
})
