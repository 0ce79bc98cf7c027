import { type ReactNode, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { business } from '../domain/business.ts'
import { footerColumns } from './content/pages.ts'
import { shopContext } from './context.ts'
import { useSession } from './features/account/session.ts'
import { CartCount } from './features/cart/cart-count.tsx'
import { LoadingNote } from './features/catalogue/loading-note.tsx'
import { NewsletterBlock } from './features/newsletter/newsletter-form.tsx'
import { SearchButton } from './features/search/search-button.tsx'
import { PictureFilters } from './features/catalogue/picture-filters.tsx'
import { ShopServices } from './features/shell/shop-services.tsx'
import { barMarkup } from './features/words/bar.server.tsx'
import { readNotices } from './features/words/words.server.ts'
import { earlyPressScript, replayEarlyPress, replayEarlyTyping } from './ui/early-input.ts'
import { FaultScreen } from './ui/fault-screen.tsx'
import everyPage from './ui/every-page.css?url'
import { fontLink } from './ui/font-links.ts'
import { footerMarkup } from './ui/footer.server.tsx'
import { Footer } from './ui/footer.tsx'
import { Header } from './ui/header.tsx'
import { useRouteFocus } from './ui/route-focus.ts'
import skipLink from './ui/skip-link.module.css'
import { ToastRegion } from './ui/toast.tsx'
import type { Route } from './+types/root.ts'

export function links(): Route.LinkDescriptors {
  return [
    // Not a part of any file of code: what is loaded later would bring it along once more, and lay the page out anew.
    { rel: 'stylesheet', href: everyPage },
    fontLink('display'),
    fontLink('text'),
    { rel: 'icon', type: 'image/svg+xml', href: '/generated/art/favicon.svg' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
    { rel: 'apple-touch-icon', href: '/generated/art/apple-touch-icon.png' },
  ]
}

/** It has done its work when the browser's code is there, which does without it. */
const firstScript = import.meta.env.SSR ? earlyPressScript : ''

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { publishableKey, supabaseUrl, siteUrl, now } = shop
  return {
    publishableKey,
    supabaseUrl,
    siteUrl,
    footer: { __html: footerMarkup(new Date(now()).getUTCFullYear(), footerColumns) },
    bar: { __html: barMarkup(await readNotices(shop)) },
  }
}

export function shouldRevalidate() {
  return false
}

export function meta({ error }: Route.MetaArgs): Route.MetaDescriptors {
  if (error === undefined) return []
  const title = statusOf(error) === 404 ? 'Page Not Found' : 'That tripped the fuse'
  return [{ title: `${title} | ${business.tradingName}` }, { name: 'robots', content: 'noindex' }]
}

export function Layout({ children }: { children: ReactNode }) {
  const shared = useRouteLoaderData<typeof loader>('root')
  const { user } = useSession()
  useRouteFocus()
  useEffect(() => {
    replayEarlyTyping()
    replayEarlyPress()
  }, [])
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fffdf8" />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        <a className={skipLink.skip} href="#main">
          Skip to the good stuff
        </a>
        <div dangerouslySetInnerHTML={shared?.bar} />
        <Header signedIn={user !== null} search={<SearchButton />} bagCount={<CartCount />} />
        {shared !== undefined && <ShopServices {...shared} />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer markup={shared?.footer} />
        <ToastRegion />
        <PictureFilters />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <LoadingNote />
      <Outlet />
      <NewsletterBlock />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FaultScreen status={statusOf(error)} />
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}
