import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from './store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the store deletes an object, and rolls back a failed transaction', () => {
  const store = openStore(join(folder, 'payments.sqlite'))
  store.put('coupon', 'ten', { id: 'ten' })
  expect(() =>
    store.together(() => {
      store.drop('coupon', 'ten')
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(store.get('coupon', 'ten')).toEqual({ id: 'ten' })
  store.drop('coupon', 'ten')
  expect(store.all('coupon')).toEqual([])
  store.close()
})

test('the store waits while another process writes to its file', async () => {
  const file = join(folder, 'payments.sqlite')
  const isOpening = new Int32Array(new SharedArrayBuffer(4))
  const other = new Worker(writeLong, { eval: true, workerData: { file, isOpening } })
  const ended = once(other, 'exit')
  await once(other, 'message')
  Atomics.store(isOpening, 0, 1)
  Atomics.notify(isOpening, 0)
  const store = openStore(file)
  store.put('coupon', 'ten', { id: 'ten' })
  expect(store.get('coupon', 'ten')).toEqual({ id: 'ten' })
  store.close()
  await ended
})

/** The code of a worker thread: it posts a message during a write transaction, and commits while the test is opening the file. */
const writeLong = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData: { file, isOpening } } = require('node:worker_threads')
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('begin immediate; create table writing (number integer)')
  parentPort.postMessage('writing')
  Atomics.wait(isOpening, 0, 0)
  const add = database.prepare('insert into writing values (?)')
  for (let number = 0; number < 50_000; number += 1) add.run(number)
  database.exec('commit')
  database.close()
`
