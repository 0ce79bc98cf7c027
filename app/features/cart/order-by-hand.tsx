import { business, phoneText } from '../../../domain/business.ts'
import { mailLink } from '../../ui/mail-link.ts'

/** 'ring 020 … or e-mail us': how to order where the cart does not work. */
export function OrderByHand({ subject }: { subject: string }) {
  return (
    <>
      ring <a href={`tel:${business.phone}`}>{phoneText}</a> or{' '}
      <a href={mailLink(business.email, subject)}>e-mail us</a>
    </>
  )
}
