/** Never changed, so that React leaves alone what `marks.ts` puts there. */
const empty = { __html: '' }

interface AvoidMarkProps {
  slug: string
  at?: 'gallery' | 'line' | 'result'
}

/** The place where it says whether a product fits what the visitor avoids; empty for whoever has not said so. */
export function AvoidMark({ slug, at }: AvoidMarkProps) {
  return (
    <span data-avoid={slug} data-at={at} suppressHydrationWarning dangerouslySetInnerHTML={empty} />
  )
}
