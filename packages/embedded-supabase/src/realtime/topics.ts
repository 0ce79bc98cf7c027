import type { Version, Words } from './frames.ts'

export type Extension = 'broadcast' | 'presence'

/** A member of a topic, on one connection. */
export interface Listener {
  /** Unlike that of any other, in any process. */
  id: string
  /** The topic as the client names it. */
  topic: string
  version: Version
  hears: (extension: Extension) => boolean
  tell: (words: Words) => void
  /** Ends the membership; the client joins again. */
  fail: () => void
}

/** Public and private channels of one name have nothing to do with one another. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`
}

export type Topics = ReturnType<typeof createTopics>

/** Stores the listeners of this process by topic. */
export function createTopics() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    add: (key: string, listener: Listener) => {
      const all = listeners.get(key) ?? new Set()
      listeners.set(key, all.add(listener))
    },
    remove: (key: string, listener: Listener) => {
      const all = listeners.get(key)
      all?.delete(listener)
      if (all?.size === 0) listeners.delete(key)
    },
    /** @param write returns the message in a client's form; called once for each form */
    tell: (
      key: string,
      extension: Extension,
      write: (version: Version, topic: string) => Words | null,
      except: string | null = null,
    ) => {
      const written = new Map<Version, Words | null>()
      for (const listener of listeners.get(key) ?? []) {
        const { id, version, topic } = listener
        if (id === except || !listener.hears(extension)) continue
        const words = written.get(version) ?? write(version, topic)
        written.set(version, words)
        if (words !== null) listener.tell(words)
      }
    },
  }
}
