import { defineConfig } from 'vitest/config'
import { tagDefinitions } from './tests/security/abuse-tags.ts'

/**
 * Unit tests, which need no database, process or browser. In this project and others without isolation, test files in one worker
 * share imported modules, because importing them again for each file took more than half of the time. A test that replaces a
 * module must therefore call `vi.resetModules`.
 */
const unit = {
  name: 'unit',
  include: [
    '{app,packages,commands,desk,domain,mail,sandbox,server,supabase,tools}/**/*.test.{ts,tsx}',
    'tests/art/**/*.test.ts',
  ],
  exclude: ['packages/embedded-supabase/tests/**'],
  isolate: false,
}

/** Tests with PostgreSQL: one cluster per run, one database per test file. */
const database = {
  name: 'database',
  include: ['tests/**/*.test.ts'],
  exclude: ['tests/art/**', 'tests/journeys/**', 'tests/process/**'],
  globalSetup: ['tests/support/global-setup.ts'],
  isolate: false,
}

/** Tests of packages/embedded-supabase, with a PostgreSQL cluster that does not have the shop's schema. */
const embeddedSupabase = {
  name: 'embedded-supabase',
  include: ['packages/embedded-supabase/tests/**/*.test.ts'],
  globalSetup: ['packages/embedded-supabase/tests/support/global-setup.ts'],
  isolate: false,
}

/** Tests of the built shop as `npm start` runs it, in separate processes. */
const process = {
  name: 'process',
  include: ['tests/process/**/*.test.ts'],
  testTimeout: 120_000,
  globalSetup: ['tests/support/prepared-shop.ts'],
}

/** Tests of the built shop in a real browser. */
const journeys = {
  name: 'journeys',
  include: ['tests/journeys/**/*.test.ts'],
  testTimeout: 120_000,
  globalSetup: ['tests/support/prepared-shop.ts'],
  // Shares one process, and so one Chromium, between test files. Each test has a browser context of its own.
  isolate: false,
  // Retries once: three browsers, servers and databases share two cores, so a test may press a button before hydration.
  retry: 1,
}

export default defineConfig({
  test: {
    // Three workers keep two cores busy, because tests often wait for a database, a page or a timer. Four are slower.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The timeout of `expect.poll` in ms, which is long enough for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Restores spies after each test.
    restoreMocks: true,
    // Each abuse case is a tag on the tests that cover it; docs/abuse-cases.md is generated from these tags.
    tags: tagDefinitions,
    projects: [unit, database, embeddedSupabase, process, journeys].map((test) => ({
      extends: true,
      test,
    })),
  },
})
