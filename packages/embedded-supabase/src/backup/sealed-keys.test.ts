import { expect, test } from 'vitest'
import { openKeys, sealKeys } from './sealed-keys.ts'

const lowestCost = { N: 16, r: 8, p: 1 }
const keys = Buffer.from('{"secret": "sb_secret_x"}')

test('sealed keys open with their passphrase in any Unicode normalization', async () => {
  const sealed = await sealKeys(keys, 'a caf\u00e9 at the corner', lowestCost)
  expect(String(sealed)).not.toContain('sb_secret')
  expect(await openKeys(sealed, 'a cafe\u0301 at the corner')).toEqual(keys)
})

test(
  'keys are sealed with at least the cost that OWASP recommends',
  { tags: ['abuse-backup'] },
  async () => {
    const { N, r, p } = JSON.parse(String(await sealKeys(keys, 'correct horse battery')))
    expect({ N, r, p }).toEqual({ N: 2 ** 17, r: 8, p: 1 })
  },
)

test(
  'sealed keys do not open with a wrong passphrase or after a change',
  { tags: ['abuse-backup'] },
  async () => {
    const sealed = await sealKeys(keys, 'correct horse battery', lowestCost)
    await expect(openKeys(sealed, 'wrong horse battery')).rejects.toThrow('does not open the keys')
    const changed = { ...JSON.parse(String(sealed)), tag: Buffer.alloc(16).toString('base64') }
    await expect(
      openKeys(Buffer.from(JSON.stringify(changed)), 'correct horse battery'),
    ).rejects.toThrow('does not open the keys')
  },
)
