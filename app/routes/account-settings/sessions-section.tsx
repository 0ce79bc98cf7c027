import { useState } from 'react'
import { dayText } from '../../../domain/day-text.ts'
import { formatDevice, endSession, type OpenSession } from '../../features/account/sessions.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AccountList, type FetchedList } from './account-list.tsx'
import { SettingsSection } from './settings-section.tsx'

export function SessionsSection({ found }: { found: FetchedList<OpenSession> }) {
  const [ending, setEnding] = useState<string | null>(null)

  async function end(id: string, device: string): Promise<void> {
    setEnding(id)
    const isEnded = await endSession(id)
    setEnding(null)
    if (isEnded) showToast({ title: 'Signed out', text: device })
    else showToast({ title: 'Error', text: 'That did not work. Please try again.', kind: 'failed' })
    found.retry()
  }

  return (
    <SettingsSection
      id="your-devices"
      title="Where you’re signed in"
      lead="Don’t know one of these? Sign it out and change your password."
    >
      <AccountList things="devices" found={found} none={null}>
        {(list) => (
          <ul className="stack">
            {list.map(({ id, userAgent, usedAt, isCurrent }) => {
              const device = formatDevice(userAgent)
              return (
                <li key={id} className="row">
                  <span>
                    <b>{device}</b>
                    <br />
                    {isCurrent ? 'This one' : `Last used ${dayText(usedAt)}`}
                  </span>
                  {!isCurrent && (
                    <Button
                      size="sm"
                      variant="quiet"
                      busy={ending === id}
                      aria-label={`Sign out ${device}, last used ${dayText(usedAt)}`}
                      onClick={() => void end(id, device)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </AccountList>
    </SettingsSection>
  )
}
