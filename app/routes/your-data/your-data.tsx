import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { dataLinkLifetime } from '../../../domain/personal-data-words.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { OutcomeScreen } from '../../ui/outcome-screen.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import styles from './data-form.module.css'
import { paths } from '../../core/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

export const meta = createPrivateMeta(
  'Your data',
  `Ask ${business.tradingName} for a copy of what we hold about you, or have it erased.`,
)

/** The page for visitors without an account: a link in an email proves that the address is theirs. */
export default function YourData() {
  return (
    <OutcomeScreen title="Your data, your call" mascot="spicebag" tint="mint">
      <p className="lead">
        Give us your e-mail and we’ll send you a link. It works for {dataLinkLifetime}, and takes
        you to a copy of everything we hold about you and a button that erases it.
      </p>
      <FunctionForm className={styles.form} action="personal-data/request">
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@example.co.uk"
          maxLength={255}
          required
        />
        <Button type="submit">E-mail me the link</Button>
      </FunctionForm>
      <p>
        Got an account? It’s quicker <Link to={paths.accountSettings}>in there</Link>. What we keep,
        and why, is in the <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
      </p>
    </OutcomeScreen>
  )
}
