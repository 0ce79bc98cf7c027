import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from './store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a file that an older sandbox has made goes on where it was', () => {
  const file = join(folder, 'payments.sqlite')
  const older = new DatabaseSync(file)
  older.exec(`
    create table deliveries (
      number integer primary key, event text not null unique, due integer not null, attempts integer not null, held integer not null
    );
    create table jobs (session text primary key, due integer not null, outcome text not null);
    insert into deliveries (event, due, attempts, held) values ('evt_1', 5, 2, 0);
    insert into jobs values ('cs_1', 7, 'expired');
  `)
  older.close()
  for (let opening = 0; opening < 2; opening += 1) {
    const store = openStore(file)
    expect(store.deliveries()).toEqual([{ event: 'evt_1', due: 5, attempts: 2 }])
    expect(store.jobs()).toEqual([{ subject: 'cs_1', due: 7, outcome: 'expired' }])
    store.putDelivery({ event: 'evt_2', due: 6, attempts: 0 })
    store.dropDelivery('evt_2')
    store.close()
  }
})

test('what is dropped is gone, and what fails together leaves nothing', () => {
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

test('what another process of the shop is writing is waited for', async () => {
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

/** Is in the middle of writing when it says so, and ends that once the test is about to open the file. */
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
