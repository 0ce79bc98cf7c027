import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { shopContext } from './context.ts'
import './ui/tokens.css'
import type { Route } from './+types/root.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publishableKey, supabaseUrl, siteUrl, now } = context.get(shopContext)
  return { publishableKey, supabaseUrl, siteUrl, year: new Date(now()).getUTCFullYear() }
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <main id="main">{children}</main>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
