import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { dataLinkLife } from '../../../domain/personal-data-words.ts'
import { privateMeta } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import styles from './data-form.module.css'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

export const meta = privateMeta(
  'Your data',
  `Ask ${business.tradingName} for a copy of what we hold about you, or have it erased.`,
)

/** For whoever has no account: a link by mail shows that the address is theirs. */
export default function YourData() {
  return (
    <Outcome title="Your data, your call" mascot="spicebag" tint="mint">
      <p className="lead">
        Tell us your address, and we mail you a link. It is good for {dataLinkLife}, and leads to a
        copy of everything we hold about you, and to a button that erases it.
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
        <Button type="submit">Mail me the link</Button>
      </FunctionForm>
      <p>
        With an account it is quicker: see <Link to={paths.accountSettings}>your account</Link>.
        What we keep and why is in the <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
      </p>
    </Outcome>
  )
}
