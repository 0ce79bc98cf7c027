import type { HeadersArgs, MetaDescriptor } from 'react-router'

/** The `meta` export of routes whose loader returns `head`. */
export function meta({ loaderData }: { loaderData?: { head: MetaDescriptor[] } | undefined }) {
  return loaderData?.head ?? []
}

/** The `headers` export of routes whose loader sets caching headers. */
export function headers({ loaderHeaders }: Pick<HeadersArgs, 'loaderHeaders'>) {
  return loaderHeaders
}
