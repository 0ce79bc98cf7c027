import { business } from '../../../domain/business.ts'
import { erasureTexts } from '../../../domain/personal-data-words.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { OutcomeScreen } from '../../ui/outcome-screen.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { markErasureSubmitted } from './forget-erased.ts'
import styles from './data-form.module.css'
import { Button } from '../../ui/button.tsx'

export const meta = createPrivateMeta(
  'See or erase your data',
  `A copy of what ${business.tradingName} holds about you, and the way to have it erased.`,
)

export default function DataLink() {
  return (
    <OutcomeScreen title="See it or bin it" mascot="spicebag" tint="butter">
      <p className="lead">Want to keep a copy? Download it first. Each button works once.</p>
      <FunctionForm className={styles.form} action="personal-data/download" withToken>
        <Button type="submit">Download my data</Button>
      </FunctionForm>
      <FunctionForm
        className={styles.form}
        action="personal-data/erase"
        withToken
        onSent={markErasureSubmitted}
      >
        <p>{erasureTexts.erased}</p>
        <p>{erasureTexts.retained}</p>
        <label className="check">
          <input type="checkbox" name="sure" value="yes" required />
          <span>I’m sure. I know there’s no way back.</span>
        </label>
        <Button type="submit" variant="secondary">
          Erase my data
        </Button>
      </FunctionForm>
    </OutcomeScreen>
  )
}
