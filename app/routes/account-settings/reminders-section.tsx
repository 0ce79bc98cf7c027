import { useEffect, useState } from 'react'
import { cartReminderOffer } from '../../../domain/guest-email.ts'
import { loadSupabase } from '../../features/account/supabase.ts'
import { ApiError } from '../../features/backend-client/api.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { showToast } from '../../ui/toasts.ts'
import { SettingsSection } from './settings-section.tsx'

export function RemindersSection() {
  const [agreed, setAgreed] = useState<boolean | null>(null)
  useEffect(() => {
    let isHere = true
    readReminders().then(
      (answer) => {
        if (isHere) setAgreed(answer)
      },
      (cause: unknown) => logFailure('Account: whether to be reminded could not be read', cause),
    )
    return () => {
      isHere = false
    }
  }, [])
  const change = async (wanted: boolean) => {
    setAgreed(null)
    setAgreed(await keep(wanted))
  }
  return (
    <SettingsSection
      id="cart-reminders"
      title="Cart reminders"
      lead="Off unless you want them. Every one has an unsubscribe link."
    >
      <label className="check">
        <input
          type="checkbox"
          checked={agreed === true}
          disabled={agreed === null}
          onChange={(event) => void change(event.target.checked)}
        />
        <span>{cartReminderOffer}</span>
      </label>
    </SettingsSection>
  )
}

async function keep(wanted: boolean): Promise<boolean> {
  try {
    const agreed = await writeReminders(wanted)
    showToast({ title: agreed ? 'We’ll remind you' : 'No more reminders' })
    return agreed
  } catch (cause) {
    logFailure('Account: whether to be reminded could not be kept', cause)
    showToast({
      title: 'Error',
      text: 'That could not be saved. Please try again.',
      kind: 'failed',
    })
    return !wanted
  }
}

async function readReminders(): Promise<boolean> {
  const supabase = await loadSupabase()
  const { data, error, status } = await supabase.rpc('cart_reminders', {}, { get: true })
  if (error !== null) throw new ApiError(status, '/rpc/cart_reminders')
  return data === true
}

async function writeReminders(agreed: boolean): Promise<boolean> {
  const supabase = await loadSupabase()
  const { data, error, status } = await supabase.rpc('set_cart_reminders', {
    p_agreed: agreed,
    p_page: location.pathname,
  })
  if (error !== null) throw new ApiError(status, '/rpc/set_cart_reminders')
  return data === true
}
