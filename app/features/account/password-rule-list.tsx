import { passwordRules } from '../../../domain/validation.ts'
import styles from './password-rule-list.module.css'

interface PasswordRuleListProps {
  id: string
  password: string
  marksUnmet: boolean
}

export function PasswordRuleList({ password, marksUnmet, id }: PasswordRuleListProps) {
  return (
    <ul className={styles.rules} id={id}>
      {passwordRules.map(({ label, isMet: holds }) => {
        const isMet = holds(password)
        return (
          <li key={label} className={isMet ? styles.kept : marksUnmet ? undefined : styles.open}>
            <b className="sign" aria-hidden="true">
              {isMet ? '✓' : marksUnmet && '!'}
            </b>
            {label}
            <span className="visually-hidden">{isMet ? ': done' : ': to do'}</span>
          </li>
        )
      })}
    </ul>
  )
}
