import { createContext, type CSSProperties, type ReactNode, use } from 'react'
import { pictureSource } from '../pictures.ts'
import { colours } from './look.ts'

/** The names of the pictures that there are. */
export const PictureNames = createContext<ReadonlySet<string>>(new Set())

interface PictureProps {
  name: string
  alt: string
  /** As shown, in px; the files have twice as many. */
  width: number
  height: number
  style?: CSSProperties
  /** Shown where the file is missing; nothing when not given. */
  instead?: ReactNode
}

/** A picture that travels with the mail. With pictures switched off its words stand in its place. */
export function Picture({ name, alt, width, height, style, instead }: PictureProps) {
  if (!use(PictureNames).has(name)) return instead ?? null
  return (
    <img
      src={pictureSource(name)}
      width={width}
      height={height}
      alt={alt}
      style={{
        display: 'block',
        border: 0,
        maxWidth: '100%',
        height: 'auto',
        fontFamily: "'Arial Black', Arial, sans-serif",
        fontSize: 14,
        lineHeight: '18px',
        color: colours.ink,
        ...style,
      }}
    />
  )
}
