import { connectDatabase } from '../../../packages/embedded-supabase/src/database.ts'
import { createBareRestServer } from '../../../tests/bench/rest-baseline.ts'

/** The baseline for the REST API: a minimal server that uses the database in DATABASE_URL. */
const { sessions } = connectDatabase(new URL(process.env.DATABASE_URL ?? ''))
createBareRestServer(sessions).listen(Number(process.env.PORT), '127.0.0.1', () =>
  console.log('listening'),
)
