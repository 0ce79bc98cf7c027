import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PartiallySent } from './partially-sent.tsx'

test('counts the parcels that are marked as sent among all that were selected', () => {
  const refused = [{ number: 1003, message: 'Order 1003 was just changed' }]
  const shown = renderToStaticMarkup(
    <PartiallySent sent={[1001]} refused={refused} pressed={3} retry={() => {}} />,
  )
  expect(shown).toContain('1 of 3 are marked as sent')
  expect(shown).toContain('1003 is not, and no mail went for it.')
})
