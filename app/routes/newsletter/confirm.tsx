import { Link } from 'react-router'
import { newsletterOffer } from '../../../domain/newsletter-words.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { OutcomeScreen } from '../../ui/outcome-screen.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { paths } from '../../core/paths.ts'
import { Button } from '../../ui/button.tsx'

export const meta = createPrivateMeta('Confirm our newsletter', newsletterOffer)

export default function ConfirmNewsletter() {
  return (
    <OutcomeScreen title="Was it you?" mascot="heart" tint="mint">
      <p className="lead">{newsletterOffer} One tap and you’re on the list.</p>
      <FunctionForm className="row" action="newsletter/confirm" withToken>
        <Button type="submit">Yes, send it to me</Button>
      </FunctionForm>
      <p>
        Wasn’t you? Just close this page: we only write to people who said yes. Or have a look{' '}
        <Link to={paths.shop}>round the shop</Link> and at{' '}
        <Link to={paths.whereToFindUs}>where to find us</Link>.
      </p>
    </OutcomeScreen>
  )
}
