import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzOptions } from '../../tests/support/fuzz.ts'
import { type Message, readFrame, protocolVersions, writeBroadcast } from './frames.ts'

const aPart = fc.oneof(
  fc.string(),
  fc.constantFrom('phoenix', 'realtime:a', 'broadcast', 'phx_join'),
  fc.jsonValue(),
)
/** Random bytes, or text that resembles a message of the protocol. */
const aFrame = fc.oneof(
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from([3, ...bytes])),
  fc.array(aPart, { maxLength: 6 }).map((parts) => Buffer.from(JSON.stringify(parts))),
  fc
    .record({ topic: aPart, event: aPart, payload: fc.jsonValue(), ref: aPart, join_ref: aPart })
    .map((fields) => Buffer.from(JSON.stringify(fields))),
)

test('any frame is read as a message of bounded size or refused', () => {
  fc.assert(
    fc.property(
      aFrame,
      fc.boolean(),
      fc.constantFrom(...protocolVersions),
      (data, isBinary, version) => {
        const frame = readFrame(data, isBinary, version)
        if (frame === null) return
        expect(typeof frame.topic).toBe('string')
        expect(frame.topic.length).toBeLessThanOrEqual(255)
        expect(frame.message?.body.length ?? 0).toBeLessThanOrEqual(data.length + 2)
      },
    ),
    fuzzOptions,
  )
})

test('a broadcast is written with its topic, event and bytes unchanged', () => {
  const aName = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(aName, aName, fc.uint8Array(), (topic, event, bytes) => {
      const message: Message = { event, isBinary: true, body: Buffer.from(bytes) }
      const words = Buffer.from(writeBroadcast('2.0.0', topic, message) ?? '')
      const [, inTopic = 0, inEvent = 0] = words
      expect(words.toString('utf8', 5, 5 + inTopic)).toBe(topic)
      expect(words.toString('utf8', 5 + inTopic, 5 + inTopic + inEvent)).toBe(event)
      expect(words.subarray(5 + inTopic + inEvent)).toEqual(Buffer.from(bytes))
    }),
    fuzzOptions,
  )
})

test('binary messages cannot be written in protocol 1.0.0', () => {
  const message: Message = { event: 'e', isBinary: true, body: Buffer.of(1) }
  expect(writeBroadcast('1.0.0', 'realtime:t', message)).toBeNull()
})
