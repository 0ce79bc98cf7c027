import { newsletterOffer } from '../../../domain/newsletter-words.ts'
import { privateMeta } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { TokenForm } from './token-form.tsx'

export const meta = privateMeta('Confirm our newsletter', newsletterOffer)

export default function ConfirmNewsletter() {
  return (
    <Outcome title="Was it you?" mascot="heart" tint="mint">
      <p className="lead">{newsletterOffer} One press, and they come to you.</p>
      <TokenForm action="newsletter/confirm">Yes, send it to me</TokenForm>
      <p>If it wasn’t you, just close this page. We write only to those who said yes.</p>
    </Outcome>
  )
}
