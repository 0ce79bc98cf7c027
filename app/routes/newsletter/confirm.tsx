import { newsletterOffer } from '../../../domain/newsletter-words.ts'
import { privateMeta } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { Button } from '../../ui/button.tsx'

export const meta = privateMeta('Confirm our newsletter', newsletterOffer)

export default function ConfirmNewsletter() {
  return (
    <Outcome title="Was it you?" mascot="heart" tint="mint">
      <p className="lead">{newsletterOffer} One tap, and they come to you.</p>
      <FunctionForm className="row" action="newsletter/confirm" withToken>
        <Button type="submit">Yes, send it to me</Button>
      </FunctionForm>
      <p>If it wasn’t you, just close this page. We write only to those who said yes.</p>
    </Outcome>
  )
}
