import type { ReactElement } from 'react'

/** One kind of mail: its subject and, from one source, its HTML and text. */
export interface EmailTemplate<Data> {
  subject: (data: Data) => string
  content: (data: Data, siteUrl: URL) => ReactElement
}
