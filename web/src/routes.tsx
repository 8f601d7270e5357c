import { type ComponentType, lazy } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { SignedIn } from './session/guard'
import { Layout } from './shell/layout'
import { NotFound } from './shell/route-failure'

// Every page is a chunk of its own.
const page = (load: () => Promise<{ default: ComponentType }>) => {
  const Lazy = lazy(load)
  return <Lazy />
}

const open = {
  home: page(() => import('./start/home')),
  find: page(() => import('./jobs/find')),
  company: page(() => import('./jobs/company-page')),
  login: page(() => import('./start/login')),
  register: page(() => import('./start/register')),
  verify: page(() => import('./start/verify')),
  forgot: page(() => import('./start/forgot')),
  reset: page(() => import('./start/reset')),
  mailbox: page(() => import('./mailbox/mailbox')),
}

const own = {
  saved: page(() => import('./jobs/saved')),
  tracker: page(() => import('./tracker/board')),
  'tracker/table': page(() => import('./tracker/table')),
  'tracker/stats': page(() => import('./tracker/stats')),
  'tracker/:id': page(() => import('./tracker/details')),
  reminders: page(() => import('./reminders/reminders')),
  inbox: page(() => import('./inbox/inbox')),
  settings: page(() => import('./settings/settings')),
  'settings/security': page(() => import('./settings/security')),
  admin: page(() => import('./admin/admin')),
}

/** Pages says which page an address names. */
export function Pages() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Layout />}>
          <Route index element={open.home} />
          <Route path="find" element={open.find} />
          <Route path="companies/:slug" element={open.company} />
          <Route path="login" element={open.login} />
          <Route path="register" element={open.register} />
          <Route path="verify" element={open.verify} />
          <Route path="forgot" element={open.forgot} />
          <Route path="reset" element={open.reset} />
          <Route path="mailbox" element={open.mailbox} />
          <Route element={<SignedIn />}>
            {Object.entries(own).map(([path, element]) => (
              <Route key={path} path={path} element={element} />
            ))}
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
