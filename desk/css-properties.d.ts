import 'react'

declare module 'react' {
  /** Allows CSS custom properties in `style`. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
