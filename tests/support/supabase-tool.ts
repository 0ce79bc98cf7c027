import { execFile } from 'node:child_process'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Returns the text of docs/hosted-supabase.md. */
export function readHostedGuide(): Promise<string> {
  return readFile(join(root, 'docs', 'hosted-supabase.md'), 'utf8')
}

/** Returns the commands of docs/hosted-supabase.md that set up a project, each as its words after `npx supabase`. */
export async function getSetupCommands(): Promise<string[][]> {
  const guide = await readHostedGuide()
  const block = /^## Set up a project$[^]*?^```sh\n([^]*?)^```$/m.exec(guide)?.[1] ?? ''
  return block
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('npx supabase '))
    .map((line) => line.replace(/#.*$/, '').trim())
    .map((line) => line.split(/\s+/).slice('npx supabase'.split(' ').length))
}

/** Copies the project files that Supabase's CLI reads into the new `folder`, because the CLI writes next to them. */
export async function copySupabaseProject(folder: string): Promise<void> {
  await mkdir(folder)
  for (const part of ['domain', 'supabase'])
    await cp(join(root, part), join(folder, part), { recursive: true })
}

/**
 * Runs Supabase's CLI in a folder, without the settings of the current user. `printed` is the standard output only;
 * `output` also has the messages.
 */
export function runSupabaseCli(
  folder: string,
  words: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string; printed: string }> {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof runSupabaseCli>>>()
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    SUPABASE_TELEMETRY_DISABLED: '1',
    SUPABASE_NO_KEYRING: '1',
    NO_COLOR: '1',
    ...environment,
  }
  const program = join(root, 'node_modules', '.bin', 'supabase')
  const child = execFile(program, words, { cwd: folder, env }, (error, stdout, stderr) => {
    const code = error === null ? 0 : Number(error.code ?? 1)
    resolve({ code, output: stdout + stderr, printed: stdout })
  })
  child.stdin?.end()
  return promise
}
