import type { ProtocolVersion, EncodedMessage } from './frames.ts'

export type ChannelExtension = 'broadcast' | 'presence'

/** A channel's membership of a topic. */
export interface TopicListener {
  /** An id that is unique among all processes. */
  id: string
  /** The topic's name as the client sent it. */
  topic: string
  version: ProtocolVersion
  hears: (extension: ChannelExtension) => boolean
  tell: (words: EncodedMessage) => void
  /** Closes the channel with an error, after which the client joins again. */
  fail: () => void
}

/** Returns the key of a topic. Public and private topics of the same name are independent of each other. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`
}

export type Topics = ReturnType<typeof createTopics>

/** Creates the registry of this process's listeners by topic. */
export function createTopics() {
  const listeners = new Map<string, Set<TopicListener>>()
  return {
    add: (key: string, listener: TopicListener) => {
      const all = listeners.get(key) ?? new Set()
      listeners.set(key, all.add(listener))
    },
    remove: (key: string, listener: TopicListener) => {
      const all = listeners.get(key)
      all?.delete(listener)
      if (all?.size === 0) listeners.delete(key)
    },
    /**
     * Sends a message to the listeners of a topic.
     * @param write encodes the message for a protocol version; called once per version
     */
    tell: (
      key: string,
      extension: ChannelExtension,
      write: (version: ProtocolVersion, topic: string) => EncodedMessage | null,
      except: string | null = null,
    ) => {
      const written = new Map<ProtocolVersion, EncodedMessage | null>()
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
