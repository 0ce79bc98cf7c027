import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import styles from './search-input.module.css'

interface SearchInputProps extends ComponentProps<'input'> {
  onSearch: (text: string) => void
}

/** Searches a list while its text is typed. */
export function SearchInput({ onSearch, children, ...rest }: SearchInputProps) {
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        type="search"
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => onSearch(value)}
        {...rest}
      />
      {children}
    </div>
  )
}
