import type { Version, Words } from './frames.ts'

export type Extension = 'broadcast' | 'presence'

/** Somebody who has joined a topic, on one connection. */
export interface Listener {
  /** Unlike that of any other, in any process. */
  id: string
  /** As the client names it. */
  name: string
  version: Version
  hears: (extension: Extension) => boolean
  tell: (words: Words) => void
  /** Ends what it has joined; the client joins again. */
  fail: () => void
}

/** Public and private channels of one name have nothing to do with one another. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`
}

/** Who of this process listens to what. */
export class Topics {
  readonly #listeners = new Map<string, Set<Listener>>()

  add(key: string, listener: Listener): void {
    const all = this.#listeners.get(key)
    if (all === undefined) this.#listeners.set(key, new Set([listener]))
    else all.add(listener)
  }

  remove(key: string, listener: Listener): void {
    const all = this.#listeners.get(key)
    all?.delete(listener)
    if (all?.size === 0) this.#listeners.delete(key)
  }

  /** @param write the words in a client's form; called once for each form */
  tell(
    key: string,
    extension: Extension,
    write: (version: Version, name: string) => Words | null,
    except: string | null = null,
  ): void {
    const written = new Map<Version, Words | null>()
    for (const listener of this.#listeners.get(key) ?? []) {
      const { id, version, name } = listener
      if (id === except || !listener.hears(extension)) continue
      if (!written.has(version)) written.set(version, write(version, name))
      const words = written.get(version)
      if (words) listener.tell(words)
    }
  }
}
