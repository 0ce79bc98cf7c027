import { Readable } from 'node:stream'
import {
  type FileService,
  type FileSource,
  type StoredObject,
} from '../../packages/embedded-supabase/src/backup.ts'
import { connect } from '../../supabase/client.ts'
import { OwnerError } from './connect.ts'

/** Reads and writes the files of a hosted Supabase project through its storage API, because its disk is not accessible. */
export function createHostedFiles({
  url,
  secretKey,
}: {
  url: string
  secretKey: string
}): FileSource & FileService {
  const { storage } = connect(url, secretKey)
  const made = new Map<string, Promise<void>>()

  async function makeOnce(bucket: Parameters<FileService['makeBucket']>[0]): Promise<void> {
    const { error } = await storage.createBucket(bucket.id, {
      public: bucket.public,
      ...(bucket.file_size_limit !== null && { fileSizeLimit: bucket.file_size_limit }),
      ...(bucket.allowed_mime_types !== null && { allowedMimeTypes: bucket.allowed_mime_types }),
    })
    // Ignores an existing bucket, because an interrupted restore may have created it.
    if (error && !/already exists/i.test(error.message)) throw refusal(bucket.id, error.message)
  }

  return {
    open: (object) => download(url, secretKey, object),
    // Is always true, because the API offers no checksum to compare.
    isWhole: () => true,
    makeBucket: (bucket) => {
      const making = made.get(bucket.id) ?? makeOnce(bucket)
      made.set(bucket.id, making)
      return making
    },
    async put({ bucket, name }, { mimetype, cacheControl }, { body }) {
      const { error } = await storage.from(bucket).upload(name, Readable.from(body), {
        upsert: true,
        contentType: mimetype,
        cacheControl: /max-age=(\d+)/.exec(cacheControl)?.[1] ?? '3600',
        duplex: 'half',
      })
      if (error) throw refusal(`${bucket}/${name}`, error.message)
    },
  }
}

/** Downloads a file with `fetch`, because the client library does not return the length of a stream. */
async function download(
  url: string,
  secretKey: string,
  { bucket, name }: StoredObject,
): ReturnType<FileSource['open']> {
  const path = [bucket, ...name.split('/')].map(encodeURIComponent).join('/')
  const answer = await fetch(`${url}/storage/v1/object/${path}`, {
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'accept-encoding': 'identity',
    },
  })
  const size = Number(answer.headers.get('content-length') ?? Number.NaN)
  if (answer.ok && answer.body !== null && Number.isInteger(size))
    return { size, body: answer.body }
  const words = await answer.text()
  // Recognises a missing file also by the message, because the storage service may answer 400 instead of 404.
  const isOfStorage = /"statusCode"/.test(words)
  if (isOfStorage && (answer.status === 404 || /not.?found/i.test(words))) return null
  throw refusal(`${bucket}/${name}`, `${answer.status} ${words.slice(0, 200)}`)
}

function refusal(what: string, words: string): OwnerError {
  return new OwnerError(`The storage of SUPABASE_URL did not take or give ${what}: ${words}`)
}
