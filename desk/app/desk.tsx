import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router'
import { Frame } from './frame.tsx'
import { persistOptions, queryClient } from '../data/query-client.ts'
import { Screen as Today } from '../screens/today/today.tsx'
import { MinimalLayout } from '../features/sign-in/minimal-layout.tsx'
import { FreshCodeDialog } from '../features/sign-in/fresh-code.tsx'
import { RequireStaff } from '../features/sign-in/require-staff.tsx'
import { BrokenScreen } from '../ui/query-state.tsx'
import { Toasts } from '../ui/toasts.tsx'

/** The code of a screen loads when the screen is opened. The Today screen, which most visits begin with, is in the first bundle. */
const screen = (
  path: string,
  load: () => Promise<{ Screen: () => React.ReactNode }>,
): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).Screen }),
})

const screens = [
  { path: '/', Component: Today },
  screen('/pack', () => import('../screens/pack/pack.tsx')),
  screen('/pack/list/:list', () => import('../screens/pack/pick-list.tsx')),
  screen('/pack/slips', () => import('../screens/pack/packing-slips.tsx')),
  screen('/pack/part', () => import('../screens/pack/part-slip.tsx')),
  screen('/pack/send', () => import('../screens/pack/send.tsx')),
  screen('/orders', () => import('../screens/orders/list.tsx')),
  screen('/orders/:number', () => import('../screens/orders/order.tsx')),
  screen('/enquiries', () => import('../screens/enquiries/board.tsx')),
  screen('/enquiries/:id', () => import('../screens/enquiries/enquiry.tsx')),
  screen('/words', () => import('../screens/site-content/words.tsx')),
  screen('/dates', () => import('../screens/dates/dates.tsx')),
  screen('/people', () => import('../screens/people/search.tsx')),
  screen('/people/person', () => import('../screens/people/person.tsx')),
  screen('/products', () => import('../screens/products/products.tsx')),
  screen('/stock', () => import('../screens/stock/stock.tsx')),
  screen('/products/:id', () => import('../screens/products/editor.tsx')),
  screen('/mail', () => import('../screens/mail/mail.tsx')),
  screen('/log', () => import('../screens/log/log.tsx')),
  screen('/codes', () => import('../screens/codes/codes.tsx')),
  screen('/money', () => import('../screens/money/money.tsx')),
  screen('/team', () => import('../screens/team/team.tsx')),
  screen('*', () => import('../screens/missing.tsx')),
]

const router = createBrowserRouter(
  [
    {
      errorElement: (
        <MinimalLayout>
          <BrokenScreen />
        </MinimalLayout>
      ),
      children: [
        {
          path: '/password',
          lazy: async () => ({
            Component: (await import('../features/sign-in/forgotten.tsx')).ForgottenPasswordPage,
          }),
        },
        {
          path: '/password/new',
          lazy: async () => ({
            Component: (await import('../features/sign-in/password-reset-page.tsx'))
              .PasswordResetPage,
          }),
        },
        {
          path: '/invitation',
          lazy: async () => ({
            Component: (await import('../features/sign-in/invitation.tsx')).InvitationPage,
          }),
        },
        {
          element: (
            <RequireStaff>
              <Frame />
            </RequireStaff>
          ),
          children: [{ errorElement: <BrokenScreen />, children: screens }],
        },
      ],
    },
  ],
  { basename: '/desk' },
)

export function Desk() {
  return (
    <PersistQueryClientProvider client={queryClient} persistOptions={persistOptions}>
      <RouterProvider router={router} />
      <Toasts />
      <FreshCodeDialog />
    </PersistQueryClientProvider>
  )
}
