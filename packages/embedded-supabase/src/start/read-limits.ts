import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { StartError } from '../core/start-error.ts'
import { type Limits, limitsSchema } from './limits.ts'

const schema = v.pipe(v.string(), v.parseJson(), limitsSchema)

/** Reads limits from a JSON file. @throws StartError that names the invalid limit */
export async function readLimits(file: string): Promise<Limits> {
  const result = v.safeParse(schema, await readFile(file, 'utf8'))
  if (result.success) return result.output
  const [issue] = result.issues
  throw new StartError(`${file}: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`)
}
