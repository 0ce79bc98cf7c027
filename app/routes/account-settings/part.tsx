import type { ReactNode } from 'react'
import { Section, type SectionProps } from '../../ui/section.tsx'
import styles from './account-settings.module.css'

/** What is asked of the shopper, and beside it what it is about. */
export function Part({ lead, ...part }: SectionProps & { lead: ReactNode }) {
  return <Section row={styles.split} head lead={<p>{lead}</p>} {...part} />
}
