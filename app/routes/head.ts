import type { HeadersArgs, MetaDescriptor } from 'react-router'

/** The `meta` of routes whose loader says the head of their page. */
export function meta({ loaderData }: { loaderData?: { head: MetaDescriptor[] } | undefined }) {
  return loaderData?.head ?? []
}

/** The `headers` of routes whose loader says how long their page may be kept. */
export function headers({ loaderHeaders }: Pick<HeadersArgs, 'loaderHeaders'>) {
  return loaderHeaders
}
