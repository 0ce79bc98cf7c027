import { defineConfig } from 'vitest/config'
import { tagDefinitions } from './tests/security/abuse-tags.ts'

/**
 * Tests of rules and parts without external dependencies. The files of one worker share imported modules, here and below, because
 * importing them again for each file took more than half of the time. A test that replaces a module must call `vi.resetModules`.
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

/** Tests with a real database: one cluster per run, one database per file. */
const database = {
  name: 'database',
  include: ['tests/**/*.test.ts'],
  exclude: ['tests/art/**', 'tests/journeys/**', 'tests/process/**'],
  globalSetup: ['tests/support/global-setup.ts'],
  isolate: false,
}

/** The protocol of packages/embedded-supabase, on a cluster without the shop's schema. */
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
  // Uses one process, and so one Chromium, for many files; each test has a browser context of its own.
  isolate: false,
  // Three browsers, their servers and databases share two cores, so a press can come before a page is hydrated.
  retry: 1,
}

export default defineConfig({
  test: {
    // Each waits for much of its time, for a database, a page or a clock: three keep two cores busy. Four slow each other down.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The time limit in ms for results that come asynchronously, on a machine with other work.
    expect: { poll: { timeout: 20_000 } },
    // Restores spies after each test.
    restoreMocks: true,
    // Each abuse case is a tag of its tests; docs/abuse-cases.md is generated from these tags.
    tags: tagDefinitions,
    projects: [unit, database, embeddedSupabase, process, journeys].map((test) => ({
      extends: true,
      test,
    })),
  },
})
