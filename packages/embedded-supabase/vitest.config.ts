import { defineConfig } from 'vitest/config'

/** The tests of the package alone. The root's `npm test` runs the same files. */
export default defineConfig({
  test: {
    include: ['{src,tests}/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    // The tags name abuse cases, which the root's configuration lists.
    strictTags: false,
  },
})
