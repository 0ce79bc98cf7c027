import { once } from 'node:events'
import { StartError } from '../core/start-error.ts'
import { readFlags, usageText } from './flags.ts'
import { startBackend } from './start-backend.ts'

/**
 * Runs the command until SIGTERM or SIGINT. Prints the URL and the keys as one line of JSON, and then, without SMTP, each email as
 * another line. The log goes to standard error.
 */
export async function runCommand(args: string[]): Promise<void> {
  try {
    const options = await readFlags(args)
    if (options === null) return print(usageText)
    const deliverEmail = async (mail: object) => print(JSON.stringify({ mail }))
    const backend = await startBackend({
      ...options,
      ...(options.smtp === undefined && { deliverEmail }),
    })
    const { publishable, secret } = backend.keys
    print(JSON.stringify({ url: backend.url, publishable, secret }))
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
    await backend.close()
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    process.exitCode = 1
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function describe(error: unknown): string {
  if (error instanceof StartError) return error.message
  const isMistyped =
    error instanceof TypeError && String(Object(error).code).startsWith('ERR_PARSE_ARGS')
  return isMistyped ? `${error.message}\n${usageText}` : String(error)
}
