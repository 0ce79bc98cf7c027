import type { FileStore } from '../storage/file-store.ts'

export interface StoredObject {
  bucket: string
  name: string
  version: string | null
}

export interface FileContent {
  /** Size of the content in bytes. */
  size: number
  body: AsyncIterable<Uint8Array>
}

export interface FileSource {
  open: (object: StoredObject) => Promise<FileContent | null>
  /** Returns true when content with this SHA-256 is that of the stored object, or when the store cannot tell. */
  isWhole: (object: StoredObject, sum: string) => boolean
}

export interface FileProperties {
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
  /** Uploads a file; replaces an existing file of the same name. */
  put: (
    object: { bucket: string; name: string },
    facts: FileProperties,
    content: FileContent,
  ) => Promise<void>
}

export function createFileSource(store: FileStore): FileSource {
  return {
    open: ({ version }) => (version === null ? Promise.resolve(null) : store.open(version)),
    isWhole: ({ version }, sum) => version === sum,
  }
}
