import { type ComponentType, lazy } from 'react'
import { BrowserRouter, matchPath, Route, Routes } from 'react-router'
import { SignedIn } from './session/guard'
import { Layout } from './shell/layout'
import { NotFound } from './shell/route-failure'

type Load = () => Promise<{ default: ComponentType }>

const loads: { path: string; load: Load }[] = []

// Every page is a chunk of its own.
const page = (path: string, load: Load) => {
  loads.push({ path, load })
  const Page = lazy(load)
  return <Route key={path} path={path} element={<Page />} />
}

const open = [
  page('/', () => import('./start/home')),
  page('find', () => import('./jobs/find')),
  page('companies/:slug', () => import('./jobs/company-page')),
  page('login', () => import('./start/login')),
  page('register', () => import('./start/register')),
  page('verify', () => import('./start/verify')),
  page('forgot', () => import('./start/forgot')),
  page('reset', () => import('./start/reset')),
  page('mailbox', () => import('./mailbox/mailbox')),
]

const signedIn = [
  page('start', () => import('./start/onboarding')),
  page('saved', () => import('./jobs/saved')),
  page('employers', () => import('./employers/employers')),
  page('tracker', () => import('./tracker/board')),
  page('tracker/table', () => import('./tracker/table')),
  page('tracker/stats', () => import('./tracker/stats')),
  page('tracker/:id', () => import('./tracker/details')),
  page('reminders', () => import('./reminders/reminders')),
  page('alerts', () => import('./alerts/alerts')),
  page('inbox', () => import('./inbox/inbox')),
  page('settings', () => import('./settings/settings')),
  page('settings/channels', () => import('./settings/channels')),
  page('settings/security', () => import('./settings/security')),
  page('employers/add', () => import('./employers/add-employer')),
  page('admin', () => import('./admin/admin')),
  page('admin/users/:id', () => import('./admin/users-details')),
]

/** fetchPage fetches the code of a page before it is rendered. */
export async function fetchPage(pathname: string) {
  const page = loads.find(({ path }) => matchPath(path.replace(/^(?!\/)/, '/'), pathname))
  await page?.load().catch(() => undefined) // rendering it fails too, and shows why
}

/** Pages maps addresses to pages. */
export function Pages() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Layout />}>
          {open}
          <Route element={<SignedIn />}>{signedIn}</Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
