import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { Finding } from './finding.ts'

interface Message {
  url?: string
  message: string
  extract?: string
}

/** Whether this machine can run the Nu checker. */
export function hasJava(): boolean {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
}

/** The errors that the Nu checker finds in documents; the keys are the names of their pages. */
export async function checkHtml(documents: Map<string, string>): Promise<Finding[]> {
  if (documents.size === 0) return []
  const folder = await mkdtemp(join(tmpdir(), 'documents-'))
  try {
    const names = [...documents.keys()]
    const files = names.map((_, index) => join(folder, `${index}.html`))
    await Promise.all(
      files.map((file, index) => writeFile(file, documents.get(names[index] ?? '') ?? '')),
    )
    return (await runChecker(files)).map(({ url, message, extract }) => ({
      check: 'html',
      page: names[Number.parseInt(basename(url ?? ''), 10)] ?? '?',
      width: null,
      detail: `${message} ${extract ?? ''}`.trim(),
    }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runChecker(files: string[]): Promise<Message[]> {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
  const options = ['--format', 'json', '--errors-only', '--stdout', '--exit-zero-always']
  const { stdout } = await promisify(execFile)('java', ['-jar', jar, ...options, ...files], {
    maxBuffer: 64e6,
  })
  const { messages }: { messages: Message[] } = JSON.parse(stdout)
  return messages
}
