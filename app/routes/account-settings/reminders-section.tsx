import { useEffect, useState } from 'react'
import { reminderOffer } from '../../../domain/guest-email.ts'
import { logFailure } from '../../features/browser-log.ts'
import { showToast } from '../../ui/toasts.ts'
import styles from './account-settings.module.css'
import { readCartReminders, writeCartReminders } from './cart-reminders.ts'

/** One box, unticked until its owner ticks it, that is kept at once. */
export function RemindersSection() {
  const [agreed, setAgreed] = useState<boolean | null>(null)
  useEffect(() => {
    let isHere = true
    readCartReminders().then(
      (answer) => {
        if (isHere) setAgreed(answer)
      },
      (cause: unknown) => logFailure('Whether to be reminded could not be read', cause),
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
    <section className="section tint-mint" aria-labelledby="cart-reminders">
      <div className={`wrap ${styles.split}`}>
        <div>
          <h2 className="h2" id="cart-reminders">
            Cart reminders
          </h2>
          <p>Off unless you want them. Every one has a way out.</p>
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={agreed === true}
            disabled={agreed === null}
            onChange={(event) => void change(event.target.checked)}
          />
          <span>{reminderOffer}</span>
        </label>
      </div>
    </section>
  )
}

/** What holds after the change; as it was before where that cannot be kept. */
async function keep(wanted: boolean): Promise<boolean> {
  try {
    const agreed = await writeCartReminders(wanted)
    showToast({ title: agreed ? 'We’ll remind you' : 'No more reminders' })
    return agreed
  } catch (cause) {
    logFailure('Whether to be reminded could not be kept', cause)
    showToast({
      title: 'Error',
      text: 'That could not be saved. Please try again.',
      kind: 'failed',
    })
    return !wanted
  }
}
