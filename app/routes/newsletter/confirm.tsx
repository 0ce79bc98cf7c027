import { Link } from 'react-router'
import { newsletterOffer } from '../../../domain/newsletter-words.ts'
import { privateMeta } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { paths } from '../../core/paths.ts'
import { Button } from '../../ui/button.tsx'

export const meta = privateMeta('Confirm our newsletter', newsletterOffer)

export default function ConfirmNewsletter() {
  return (
    <Outcome title="Was it you?" mascot="heart" tint="mint">
      <p className="lead">{newsletterOffer} One tap and you’re on the list.</p>
      <FunctionForm className="row" action="newsletter/confirm" withToken>
        <Button type="submit">Yes, send it to me</Button>
      </FunctionForm>
      <p>
        Wasn’t you? Just close this page: we only write to people who said yes. Or have a look{' '}
        <Link to={paths.shop}>round the shop</Link> and at{' '}
        <Link to={paths.whereToFindUs}>where to find us</Link>.
      </p>
    </Outcome>
  )
}
