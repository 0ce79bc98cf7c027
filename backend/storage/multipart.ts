import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { ApiError } from '../wire.ts'
import { fault } from './errors.ts'
import type { Draft, FileStore } from './file-store.ts'

export interface Form {
  draft: Draft
  mimetype: string
  fields: ReadonlyMap<string, string>
}

const limits = {
  files: 1,
  fields: 10,
  parts: 11,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
  headerSize: 8 * 1024,
}

/**
 * Receives the one file of a multipart/form-data body, and the fields before and behind it.
 * @param largest bytes of the file
 * @throws ApiError InvalidRequest for a body that is no form or has no file, EntityTooLarge
 */
export async function receiveForm(
  stream: AsyncIterable<Uint8Array>,
  contentType: string,
  largest: number,
  files: FileStore,
): Promise<Form> {
  const fields = new Map<string, string>()
  let found: { body: BusboyFileStream; draft: Promise<Draft>; mimetype: string } | undefined
  const parser = parserOf(contentType, largest)
  parser.on('field', (name, value, _, isCut) => {
    if (isCut) parser.destroy(fault('EntityTooLarge', 'A field exceeded 64 kB'))
    fields.set(name, value)
  })
  parser.on('file', (_, body, __, ___, mimetype) => {
    // Whoever reads it hears of that; unheard, it would end the process.
    body.on('error', () => undefined)
    body.once('limit', () => parser.destroy(fault('EntityTooLarge')))
    const draft = files.receive(body)
    // A disk that is full ends the parsing, too.
    draft.catch((error: unknown) => parser.destroy(error instanceof Error ? error : undefined))
    found = { body, draft, mimetype }
  })
  try {
    await pipeline(stream, parser)
  } catch (error) {
    await giveUp(found)
    throw isOfForm(error) ? fault('InvalidRequest', 'No content provided') : error
  }
  if (found === undefined) throw fault('InvalidRequest', 'No content provided')
  return { draft: await found.draft, mimetype: found.mimetype, fields }
}

function parserOf(contentType: string, fileSize: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { ...limits, fileSize },
    })
  } catch (error) {
    // It has no boundary.
    throw fault('InvalidRequest', error instanceof Error ? error.message : undefined)
  }
}

/** What had come of the file is done away with. */
async function giveUp(
  found: { body: BusboyFileStream; draft: Promise<Draft> } | undefined,
): Promise<void> {
  found?.body.destroy(new Error('The form broke off'))
  const [outcome] = await Promise.allSettled([found?.draft])
  if (outcome.status === 'fulfilled') await outcome.value?.discard()
}

/** The parser's own complaints have no code; those of the system and of the line have. */
function isOfForm(error: unknown): boolean {
  return error instanceof Error && !(error instanceof ApiError) && !('code' in error)
}
