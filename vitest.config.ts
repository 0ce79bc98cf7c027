import { defineConfig } from 'vitest/config'
import { tagDefinitions } from './tests/security/abuse-tags.ts'

/**
 * Rules and parts that need nothing from outside. Files of one worker share what they import, here and below: to load it
 * anew for each was more than half of the work. Who puts something in a module's place calls `vi.resetModules`.
 */
const unit = {
  name: 'unit',
  include: [
    '{app,packages,commands,desk,domain,mail,sandbox,server,supabase,tools}/**/*.test.{ts,tsx}',
    'tests/art/**/*.test.ts',
  ],
  exclude: ['packages/*/tests/**'],
  isolate: false,
}

/** Everything that talks to a real database; one cluster a run, a database of its own for each file. */
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

/** The built shop as `npm start` opens it, in processes of its own. */
const process = {
  name: 'process',
  include: ['tests/process/**/*.test.ts'],
  testTimeout: 120_000,
  globalSetup: ['tests/support/prepared-shop.ts'],
}

/** The same, with a real browser in front of it. */
const journeys = {
  name: 'journeys',
  include: ['tests/journeys/**/*.test.ts'],
  testTimeout: 120_000,
  globalSetup: ['tests/support/prepared-shop.ts'],
  // One process, and with it one Chromium, for many files: each test has a browser context of its own anyway.
  isolate: false,
  // Where three browsers, their servers and databases share two cores, a press can come before a page is alive.
  retry: 1,
}

export default defineConfig({
  test: {
    // Each waits for much of its time, for a database, a page or a clock: three keep two cores busy, and two do not.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // How long something may take that comes by itself, on a machine with other work.
    expect: { poll: { timeout: 20_000 } },
    // No test spies on what another one does.
    restoreMocks: true,
    // An abuse case is a tag of its tests: docs/abuse-cases.md is made from these.
    tags: tagDefinitions,
    projects: [unit, database, embeddedSupabase, process, journeys].map((test) => ({
      extends: true,
      test,
    })),
  },
})
