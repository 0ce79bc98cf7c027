import { scriptJson } from './script-json.ts'

/** Structured data for search engines; its text cannot leave the element. */
export function JsonLd({ data }: { data: object }) {
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />
  )
}
