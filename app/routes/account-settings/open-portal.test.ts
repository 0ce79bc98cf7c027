import { afterAll, expect, test, vi } from 'vitest'
import type * as callModule from '../../features/account/call-signed-in.ts'
import { callSignedIn } from '../../features/account/call-signed-in.ts'
import { requestPortal } from './open-portal.ts'

vi.hoisted(() => void vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('../../features/account/call-signed-in.ts', async (original) => ({
  ...(await original<typeof callModule>()),
  callSignedIn: vi.fn<typeof callSignedIn>(),
}))

test.each<[number, object | null, object]>([
  [200, { url: 'https://pay.example/p' }, { url: 'https://pay.example/p' }],
  [409, { error: { message: 'This box has ended.' } }, { refused: 'This box has ended.' }],
  [409, null, { refused: null }],
  [200, { url: 'javascript:alert(1)' }, { refused: null }],
  [502, { error: { message: 'The payment provider did not answer' } }, { refused: null }],
])(
  'handles the response %i %j of the customer portal with %j',
  async (status, answer, expected) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.mocked(callSignedIn).mockResolvedValue({ status, answer })
    expect(await requestPortal('box')).toEqual(expected)
  },
)
