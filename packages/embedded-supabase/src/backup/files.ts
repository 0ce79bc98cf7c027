import type { FileStore } from '../storage/file-store.ts'

export interface StoredObject {
  bucket: string
  name: string
  version: string | null
}

export interface Content {
  /** Bytes. */
  size: number
  body: AsyncIterable<Uint8Array>
}

export interface FileSource {
  open: (object: StoredObject) => Promise<Content | null>
  /** Returns true when content with this SHA-256 matches the stored object, as far as that can be checked. */
  isWhole: (object: StoredObject, sum: string) => boolean
}

export interface FileFacts {
  mimetype: string
  cacheControl: string
}

export interface Bucket {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

export interface FileService {
  makeBucket: (bucket: Bucket) => Promise<void>
  /** Puts a file in, or in the place of one of its name. */
  put: (
    object: { bucket: string; name: string },
    facts: FileFacts,
    content: Content,
  ) => Promise<void>
}

export function ownFiles(store: FileStore): FileSource {
  return {
    open: ({ version }) => (version === null ? Promise.resolve(null) : store.open(version)),
    isWhole: ({ version }, sum) => version === sum,
  }
}
