import { runCommand } from '../packages/embedded-supabase/src/index.ts'

// Starts the API with its own data folder. docs/client-suites.md and scripts use this path instead of `embedded-supabase start`.
await runCommand(['start', '--data-dir', './data/backend', ...process.argv.slice(2)])
