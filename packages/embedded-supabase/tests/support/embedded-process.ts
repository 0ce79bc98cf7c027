import { startEmbeddedPostgres } from '../../src/database/embedded.ts'

// This process opens an embedded database, and closes it at SIGTERM. It reports its log and its result as lines of
// JSON.
const say = (value: object): boolean => process.stdout.write(`${JSON.stringify(value)}\n`)
const note = (level: string) => (details: object, message: string) =>
  say({ ...details, level, message })
const log = { info: note('info'), warn: note('warn'), error: note('error') }
const [, , dataDir = '', patience = 'null'] = process.argv
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    patience: JSON.parse(patience) ?? undefined,
  })
  process.once('SIGTERM', () => {
    void postgres.stop().then(() => process.exit(0))
  })
  say({ connection: postgres.connection, location: postgres.location })
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
