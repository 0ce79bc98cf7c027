import type { ReactNode } from 'react'
import { business } from '../../../domain/business.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { mailLink } from './mail-link.ts'

interface EnquiryLinkProps {
  kind: 'catering' | 'consultancy'
  variant?: 'primary' | 'secondary' | 'dark'
  size?: 'md' | 'sm'
  arrow?: boolean
  children: ReactNode
}

const letters = {
  catering: { to: business.cateringEmail, subject: 'Catering enquiry' },
  consultancy: { to: business.consultancyEmail, subject: 'Consultancy enquiry' },
}

/** The button that begins an enquiry: it opens an e-mail to the right desk. */
export function EnquiryLink({ kind, children, ...look }: EnquiryLinkProps) {
  const { to, subject } = letters[kind]
  return (
    <ButtonAnchor href={mailLink(to, subject)} {...look}>
      {children}
    </ButtonAnchor>
  )
}
