import { startEmbeddedPostgres } from '../../backend/database/embedded.ts'

// A process that holds a database until it is told to stop or is killed. Its answers are lines of JSON.
const say = (value: object): boolean => process.stdout.write(`${JSON.stringify(value)}\n`)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log })
  process.once('SIGTERM', () => {
    void postgres.stop().then(() => process.exit(0))
  })
  say({ connection: postgres.connection, location: postgres.location })
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
