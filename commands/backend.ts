import { runCommand } from '../packages/embedded-supabase/src/index.ts'

// Kept for docs/client-suites.md and scripts that start the API by this path: `embedded-supabase start` with its own data folder.
await runCommand(['start', '--data-dir', './data/backend', ...process.argv.slice(2)])
