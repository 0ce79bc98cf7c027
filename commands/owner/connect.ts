import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { type Config, getKeysFile, getOwnOrigin, readConfig } from '../../server/config.ts'
import { getPaymentAccount } from '../../server/payment-account.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { connect } from '../../supabase/client.ts'

export type OwnerTools = Awaited<ReturnType<typeof connectToShop>>

/** An error with a message for the shop's owner, shown on one line without a stack trace. */
export class OwnerError extends Error {
  override name = 'OwnerError'
}

/** Connects an owner's command to the running shop. @throws OwnerError when the shop has never been started, or does not answer */
export async function connectToShop(
  environment: Record<string, string | undefined>,
  workingDirectory: string,
) {
  const config = readConfig(environment, workingDirectory)
  const file = getKeysFile(config)
  if (config.supabase === null && !existsSync(file))
    throw new OwnerError(`There is no shop in ${config.dataDir} yet. Start it with npm start.`)
  const secrets =
    config.supabase === null || config.stripe === null ? await loadSecrets(file) : null
  const { url, secretKey } = config.supabase ?? {
    url: getOwnOrigin(config),
    secretKey: secrets?.secret ?? '',
  }
  const account = getPaymentAccount(config, secrets)
  await expectAnswer(url)
  return {
    client: connect(url, secretKey),
    stripe: createStripe(account.secretKey, account.apiUrl),
    account: account.name,
    siteUrl: config.siteUrl,
    businessEmail: config.businessEmail,
    /** Returns the current time in ms since 1970. */
    now: Date.now,
    print: (line: string): void => console.log(line),
  }
}

async function expectAnswer(url: string): Promise<void> {
  try {
    const answer = await fetch(`${url}/rest/v1/`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(5000),
    })
    await answer.body?.cancel()
  } catch (error) {
    throw new OwnerError(
      `The shop does not answer at ${url}. Start it with npm start, with the same PORT and DATA_DIR.`,
      { cause: error },
    )
  }
}

export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

export interface CommandTools {
  clock: () => number
  print: (line: string) => void
}

export function runWithoutShop(
  run: (config: Config, args: string[], tools: CommandTools) => Promise<void>,
) {
  return runCommand(() =>
    run(readConfig(process.env, process.cwd()), process.argv.slice(2), {
      clock: Date.now,
      print: (line) => console.log(line),
    }),
  )
}

/**
 * Returns the absolute path of the only argument.
 * @throws OwnerError with the usage unless there is exactly one argument, a file name
 */
export function parseFileArgument([name, ...more]: string[], usage: string): string {
  if (name === undefined || name.startsWith('-') || more.length > 0) throw new OwnerError(usage)
  return resolve(name)
}

/**
 * Parses the command's arguments with `read`, then connects to the shop and runs what `read` returned. `read` throws an OwnerError
 * with the usage for wrong arguments.
 */
export function runWithShop(read: (args: string[]) => (tools: OwnerTools) => Promise<void>) {
  return runCommand(async () => {
    const run = read(process.argv.slice(2))
    await run(await connectToShop(process.env, process.cwd()))
  })
}

const refusal = v.object({ error: v.object({ message: v.string() }) })

/** Parses the result of a database function. @throws OwnerError with the message of an `{ error: { message } }` result */
export function parseDatabaseResult<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  if (v.is(refusal, answer)) throw new OwnerError(answer.error.message)
  return v.parse(schema, answer)
}
