import type { ComponentProps, SyntheticEvent } from 'react'
import { joinClasses } from './classes.ts'

interface ArtImageProps extends ComponentProps<'img'> {
  name: string
  eager?: boolean
}

export function ArtImage({ name, eager = false, ...img }: ArtImageProps) {
  const lazyProps = eager ? undefined : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <img src={`/generated/art/${name}.svg`} alt="" onError={hideImage} {...lazyProps} {...img} />
  )
}

export function Sticker({ slug, ...img }: ComponentProps<'img'> & { slug: string }) {
  return <img src={`/generated/stickers/${slug}.svg`} alt="" width={300} height={360} {...img} />
}

export function Mascot({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <ArtImage
      name={`mascot-${name}`}
      className={joinClasses('fill', className)}
      width={120}
      height={120}
    />
  )
}

/** Hides a picture that could not be loaded: no broken image is shown, and layouts can close the gap (`img[hidden]`). */
function hideImage({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.hidden = true
}
