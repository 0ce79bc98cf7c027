import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Envelope, type MailSummary, type ReceivedMail, parseMail } from './parse-mail.ts'

/** Stores received emails as .eml files, which the owner can open with any mail program. */
export type MailStore = Awaited<ReturnType<typeof openMailStore>>

const maxMails = 300

const idPattern = /^\d{14}-[0-9a-f]{8}$/
const envelopeHeader = 'X-Sandbox-Envelope: '

/**
 * Opens the store in `folder`. `newId` returns the id of a new email, which begins with the time, so that file names sort by time.
 */
export async function openMailStore(folder: string, newId: () => string) {
  await mkdir(folder, { recursive: true })
  const summaries = new Map<string, MailSummary>()

  async function listIds(): Promise<string[]> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    return names
      .map((name) => name.slice(0, -4))
      .filter((id) => idPattern.test(id))
      .sort()
      .toReversed()
  }

  async function deleteMail(id: string): Promise<void> {
    summaries.delete(id)
    await rm(join(folder, `${id}.eml`), { force: true })
  }

  async function read(id: string): Promise<ReceivedMail | null> {
    return idPattern.test(id) ? readMailFile(folder, id) : null
  }

  return {
    read,
    /** Stores an email. Resolves to its id when the file is durably on disk. */
    put: async (raw: Buffer, envelope: Envelope): Promise<string> => {
      const id = newId()
      const header = Buffer.from(`${envelopeHeader}${JSON.stringify(envelope)}\r\n`)
      await writeAtomically(folder, `${id}.eml`, Buffer.concat([header, raw]))
      for (const old of (await listIds()).slice(maxMails)) await deleteMail(old)
      return id
    },
    list: async (): Promise<MailSummary[]> => {
      const known = await listIds()
      for (const id of known) {
        const mail = summaries.has(id) ? null : await read(id)
        if (mail !== null) summaries.set(id, mail.summary)
      }
      return known.flatMap((id) => summaries.get(id) ?? [])
    },
    clear: async (): Promise<void> => {
      for (const id of await listIds()) await deleteMail(id)
    },
  }
}

/** Writes a temporary file and renames it, so that an email is either complete or missing, even after a power cut. */
async function writeAtomically(folder: string, name: string, content: Buffer): Promise<void> {
  const draft = join(folder, `${name}.part`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, name))
}

async function readMailFile(folder: string, id: string): Promise<ReceivedMail | null> {
  let file: Buffer
  try {
    file = await readFile(join(folder, `${id}.eml`))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const { envelope, raw } = splitEnvelope(file)
  return parseMail(id, raw, envelope)
}

/**
 * Splits a stored file into the SMTP envelope, which the sandbox writes before the email, and the email. A file from elsewhere has
 * an empty envelope.
 */
function splitEnvelope(file: Buffer): { envelope: Envelope; raw: Buffer } {
  const end = file.indexOf('\r\n')
  if (!file.toString('utf8', 0, envelopeHeader.length).startsWith(envelopeHeader))
    return { envelope: { from: '', to: [] }, raw: file }
  const envelope: Envelope = JSON.parse(file.toString('utf8', envelopeHeader.length, end))
  return { envelope, raw: file.subarray(end + 2) }
}
