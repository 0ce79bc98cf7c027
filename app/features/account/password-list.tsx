import { passwordRules } from '../../../domain/validation.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './password-list.module.css'

/** The rules of a new password, ticked as they are kept. A rule not yet kept is red only once `told`. */
export function PasswordList({
  password,
  told,
  id,
}: {
  password: string
  told: boolean
  id: string
}) {
  return (
    <ul className={styles.rules} id={id}>
      {passwordRules.map((rule) => {
        const holds = rule.holds(password)
        return (
          <li key={rule.words} className={holds ? styles.kept : told ? undefined : styles.open}>
            {rule.words}
            <VisuallyHidden>{holds ? ': done' : ': to do'}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
