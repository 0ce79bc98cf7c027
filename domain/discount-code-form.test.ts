import { expect, test } from 'vitest'
import * as v from 'valibot'
import { createDiscountCodeChangeSchema, createDiscountCodeSchema } from './discount-code-form.ts'

const today = '2026-11-23'
const typed = {
  kind: 'percent',
  code: 'slow tuesday',
  percent: '10',
  pence: '',
  whole: 'goods',
  starts: '',
  ends: '',
  uses: '',
  each: '1',
}

const faults = (schema: v.GenericSchema, value: unknown) => {
  const { issues = [] } = v.safeParse(schema, value)
  return issues.map((issue) => [v.getDotPath(issue), issue.message])
}

test('the form of a discount code normalises the code and parses its numbers', () => {
  expect(v.parse(createDiscountCodeSchema(today), typed)).toMatchObject({
    code: 'SLOWTUESDAY',
    percent: 10,
    starts: null,
    ends: null,
    uses: null,
    each: 1,
  })
  const sum = { ...typed, kind: 'pence', percent: '', pence: '£6,50', ends: today }
  expect(v.parse(createDiscountCodeSchema(today), sum)).toMatchObject({
    kind: 'pence',
    pence: 650,
    ends: today,
  })
})

test.each([
  [{ code: 'ab' }, 'code', 'A code is 3 to 24 letters and digits.'],
  [{ code: 'SLÖW' }, 'code', 'A code is 3 to 24 letters and digits.'],
  [{ percent: '' }, 'percent', 'A whole number, like 10.'],
  [{ percent: '0' }, 'percent', 'From 1 to 100 per cent.'],
  [{ percent: '101%' }, 'percent', 'From 1 to 100 per cent.'],
  [{ kind: 'pence', pence: '' }, 'pence', 'A sum from 1p to £999.99.'],
  [{ kind: 'pence', pence: 'a fiver' }, 'pence', 'Write it like 6.50, £6 or 650p.'],
  [{ ends: '2026-11-22' }, 'ends', 'That day has gone.'],
  [{ starts: '2026-12-02', ends: '2026-12-01' }, 'ends', 'It ends before it begins.'],
  [{ uses: '-1' }, 'uses', 'A whole number, or leave it empty.'],
  [{ uses: '0' }, 'uses', 'From 1 to 100,000, or leave it empty.'],
  [{ each: '1001' }, 'each', 'From 1 to 1,000, or leave it empty.'],
])(
  'the form of a discount code reports the fault of %j at the field %s: %s',
  (change, field, words) => {
    expect(faults(createDiscountCodeSchema(today), { ...typed, ...change })).toEqual([
      [field, words],
    ])
  },
)

test('the uses of a published code can only grow, and its past end may stay', () => {
  const change = createDiscountCodeChangeSchema(today, { ends: '2026-11-01', uses: 10 })
  expect(v.parse(change, { ends: '2026-11-01', uses: '20' })).toEqual({
    ends: '2026-11-01',
    uses: 20,
  })
  expect(v.parse(change, { ends: '', uses: '' })).toEqual({ ends: null, uses: null })
  expect(faults(change, { ends: '', uses: '9' })).toEqual([
    ['uses', 'You promised 10 uses: type 10 or more, or leave it empty for no limit.'],
  ])
  expect(
    faults(createDiscountCodeChangeSchema(today, { ends: '', uses: null }), {
      ends: '',
      uses: '9',
    }),
  ).toEqual([['uses', 'It was promised without a limit. To stop it, withdraw it.']])
})
