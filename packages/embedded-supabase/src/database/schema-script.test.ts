import { describe, expect, test } from 'vitest'
import { describeSchema, findSignatures, planSchema, writeSchemaSteps } from './schema-script.ts'

const add = (args: string, body: string): string =>
  `create or replace function public.add(${args}) returns integer language sql as $$\n  ${body}\n$$;\n`
const sums = `${add('a integer, b integer', 'select a + b')}grant execute on function public.add to anon;\n`
const totals = 'create or replace view public.totals as select public.add(1, 2) as total;\n'
const files = new Map([
  ['orders/totals.sql', totals],
  ['shared/sums.sql', sums],
])

describe('findSignatures', () => {
  test('reads the signature of a function without its body, and the whole definition of a view', () => {
    expect([...findSignatures(sums + totals)]).toEqual([
      ['add', '(a integer, b integer) returns integer language sql'],
      ['totals', 'as select public.add(1, 2) as total'],
    ])
  })

  test('keeps all signatures of an overloaded function', () => {
    const overloaded = sums + add('a text, b text', 'select 0')
    expect(findSignatures(overloaded).get('add')).toContain('; (a text, b text)')
  })

  test('does not depend on how a signature is wrapped', () => {
    expect(findSignatures(sums.replace('a integer, b', 'a integer,\n  b'))).toEqual(
      findSignatures(sums),
    )
  })
})

describe('planSchema', () => {
  test('drops and runs everything when nothing was run before', () => {
    expect(planSchema(files, null)).toEqual({
      files: ['orders/totals.sql', 'shared/sums.sql'],
      dropped: ['totals', 'add'],
    })
  })

  test('runs nothing when nothing has changed', () => {
    expect(planSchema(files, describeSchema(files))).toEqual({ files: [], dropped: [] })
  })

  test('replaces a function whose body has changed', () => {
    const changed = new Map(files).set('shared/sums.sql', sums.replace('a + b', 'b + a'))
    expect(planSchema(changed, describeSchema(files))).toEqual({
      files: ['shared/sums.sql'],
      dropped: [],
    })
  })

  test.each([
    ['has another argument', sums.replace('b integer', 'b bigint')],
    ['has another default', sums.replace('b integer', 'b integer default 1')],
    ['returns something else', sums.replace('returns integer', 'returns bigint')],
    ['is gone', '-- Nothing is added any more.\n'],
  ])('drops a function that %s, and runs what may depend on it', (_, text) => {
    const changed = new Map(files).set('shared/sums.sql', text)
    expect(planSchema(changed, describeSchema(files))).toEqual({
      files: [...files.keys()],
      dropped: ['add'],
    })
  })

  test('drops objects that only a removed file created', () => {
    const fewer = new Map([...files].slice(1))
    expect(planSchema(fewer, describeSchema(files))).toEqual({
      files: ['shared/sums.sql'],
      dropped: ['totals'],
    })
  })

  test('moves a function to another file without dropping it', () => {
    const moved = new Map([['orders/totals.sql', totals + sums]])
    expect(planSchema(moved, describeSchema(files))).toEqual({
      files: ['orders/totals.sql'],
      dropped: [],
    })
  })
})

describe('writeSchemaSteps', () => {
  test('creates all functions before the objects that use them, on the lines of their files', () => {
    const steps = writeSchemaSteps(files, planSchema(files, null))
    expect(steps.map(({ name }) => name)).toEqual([
      'drops',
      'shared/sums.sql',
      'grants',
      'orders/totals.sql',
      'shared/sums.sql',
      'function bodies',
    ])
    const [, functions, , view, grants] = steps.map(({ text }) => text)
    expect(functions).toBe(add('a integer, b integer', 'select a + b').trimEnd())
    expect(view).toBe(totals)
    expect(grants).toBe('\n\n\ngrant execute on function public.add to anon;\n')
  })
})
