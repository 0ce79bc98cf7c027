import { useNavigation } from 'react-router'
import { paths } from '../../core/paths.ts'
import styles from './loading-note.module.css'

export function LoadingNote() {
  const { location } = useNavigation()
  const text = location === undefined ? '' : loadingText(location.pathname)
  return (
    <output className={styles.note} hidden={text === ''}>
      {text}
    </output>
  )
}

function loadingText(pathname: string): string {
  if (pathname.startsWith(`${paths.shop}/`)) return 'Loading product...'
  return pathname === paths.shop ? 'Loading products...' : ''
}
