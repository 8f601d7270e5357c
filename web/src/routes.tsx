import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import { SignedIn } from './session/guard'
import { Layout } from './shell/layout'
import { NotFound, RouteFailure } from './shell/route-failure'
import { PageSkeleton } from './shell/skeletons'

// Every page is a chunk of its own.
const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({ Component: (await load()).default })

export const router = createBrowserRouter([
  {
    Component: Layout,
    ErrorBoundary: RouteFailure,
    HydrateFallback: PageSkeleton,
    children: [
      {
        // Inside the layout, so that a page that fails leaves the navigation standing.
        ErrorBoundary: RouteFailure,
        children: [
          { index: true, lazy: page(() => import('./start/home')) },
          { path: 'find', lazy: page(() => import('./jobs/find')) },
          { path: 'companies/:slug', lazy: page(() => import('./jobs/company-page')) },
          { path: 'login', lazy: page(() => import('./start/login')) },
          { path: 'register', lazy: page(() => import('./start/register')) },
          { path: 'verify', lazy: page(() => import('./start/verify')) },
          { path: 'mailbox', lazy: page(() => import('./mailbox/mailbox')) },
          {
            Component: SignedIn,
            children: [
              { path: 'saved', lazy: page(() => import('./jobs/saved')) },
              { path: 'tracker', lazy: page(() => import('./tracker/board')) },
              { path: 'tracker/table', lazy: page(() => import('./tracker/table')) },
              { path: 'tracker/stats', lazy: page(() => import('./tracker/stats')) },
              { path: 'tracker/:id', lazy: page(() => import('./tracker/details')) },
              { path: 'reminders', lazy: page(() => import('./reminders/reminders')) },
              { path: 'inbox', lazy: page(() => import('./inbox/inbox')) },
              { path: 'settings', lazy: page(() => import('./settings/settings')) },
              { path: 'settings/security', lazy: page(() => import('./settings/security')) },
              { path: 'admin', lazy: page(() => import('./admin/admin')) },
            ],
          },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
])
