import { passwordRules } from '../../../domain/validation.ts'
import styles from './password-list.module.css'

interface PasswordListProps {
  id: string
  password: string
  told: boolean
}

export function PasswordList({ password, told, id }: PasswordListProps) {
  return (
    <ul className={styles.rules} id={id}>
      {passwordRules.map(({ label, isMet }) => {
        const kept = isMet(password)
        return (
          <li key={label} className={kept ? styles.kept : told ? undefined : styles.open}>
            <b className="sign" aria-hidden="true">
              {kept ? '✓' : told && '!'}
            </b>
            {label}
            <span className="visually-hidden">{kept ? ': done' : ': to do'}</span>
          </li>
        )
      })}
    </ul>
  )
}
