import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconAlarm, IconBookmark, IconBriefcase, IconBuilding, IconLayoutKanban, IconMoon, IconSearch, IconSun,
} from '@tabler/icons-react'
import { Suspense, useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { lastSearch } from '~/jobs/last-search'
import { OfflineGate } from '~/offline/pages'
import { useServiceWorker } from '~/offline/service-worker'
import { useCopy } from '~/offline/state'
import { chooseLanguage, useAccountLanguage } from '~/session/language'
import { useToken } from '~/session/session'
import { useTimeZone } from '~/session/time-zone'
import { text } from '~/text'
import { useTakeOver } from '~/tracker/take-over'
import { AccountMenu } from './account-button'
import { Bell } from './bell-button'
import { Brand } from './brand'
import { Footer } from './language-select'
import classes from './layout.module.css'
import { MailNotice, OfflineNotice, SlowNotice, UnverifiedNotice, VersionNotice, ZoneNotice } from './notices'
import { RouteFailure } from './route-failure'
import { openPalette } from './sheets'
import { Shortcuts } from './shortcuts'
import { PageSkeleton } from './skeletons'
import { SkipLinks } from './skip-links'
import { useUnreadMark } from './unread'
import { useScroll } from './use-scroll'

const paletteKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

const pages = [
  { to: '/find', label: text.nav.find, short: text.nav.findShort, icon: IconBriefcase, open: true },
  { to: '/saved', label: text.nav.saved, short: text.nav.saved, icon: IconBookmark, open: false },
  { to: '/employers', label: text.nav.employers, short: text.nav.employers, icon: IconBuilding, open: false },
  { to: '/tracker', label: text.nav.tracker, short: text.nav.tracker, icon: IconLayoutKanban, open: false },
  { to: '/reminders', label: text.nav.reminders, short: text.nav.reminders, icon: IconAlarm, open: false },
]

/** Layout is the frame around every page. */
export function Layout() {
  const token = useToken()
  const { pathname } = useLocation()
  useScroll()
  const zone = useTimeZone()
  useAccountLanguage()
  useTakeOver()
  useUnreadMark()
  useServiceWorker()
  const main = useFocusOnNewPage()
  const copy = useCopy()
  // "Find jobs" leads back to the last search, and from there to a new one.
  const addressOf = (to: string) => (to === '/find' && pathname !== '/find' ? lastSearch() : to)
  const shown = pages.filter((p) => p.open || token || copy)

  return (
    <>
      <SkipLinks />
      <OfflineNotice />
      <VersionNotice />
      <MailNotice />
      <UnverifiedNotice />
      <ZoneNotice />
      <header className={classes.header}>
        <div className={classes.bar} data-guest={!token || undefined}>
          <Link to="/" className={classes.brand} aria-label={text.nav.home}>
            <Brand />
            <span>Rolecall</span>
          </Link>
          <nav className={classes.nav} aria-label={text.nav.main}>
            {shown.map((p) => (
              <NavLink key={p.to} to={addressOf(p.to)} className={classes.link}>
                {p.label}
              </NavLink>
            ))}
          </nav>
          <button
            type="button"
            className={classes.palette}
            aria-label={text.nav.palette}
            title={`${text.nav.palette} (${paletteKeys})`}
            onClick={openPalette}
          >
            <IconSearch size={18} stroke={1.7} aria-hidden />
            <kbd aria-hidden>{paletteKeys}</kbd>
          </button>
          <ThemeSwitch />
          {token ? (
            <>
              <Bell />
              <AccountMenu />
            </>
          ) : (
            !copy && <SignInButtons />
          )}
        </div>
      </header>
      {/* data-page is the page on the screen: while the next one loads, the address is that of the next one already. */}
      <main id="main" ref={main} tabIndex={-1} className={classes.main} data-page={pathname}>
        <RouteFailure key={zone} at={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <OfflineGate pathname={pathname}>
              <Outlet />
            </OfflineGate>
          </Suspense>
        </RouteFailure>
      </main>
      {!token && !copy && <Footer className={classes.footer} onChange={(next) => void chooseLanguage(next, false)} />}
      {(token || copy) && (
        <nav className={classes.tabs} aria-label={text.nav.main}>
          {shown.map((p) => (
            <NavLink key={p.to} to={addressOf(p.to)} className={classes.tab}>
              <p.icon size={22} stroke={1.7} aria-hidden />
              {p.short}
            </NavLink>
          ))}
        </nav>
      )}
      <SlowNotice />
      <Shortcuts />
    </>
  )
}

function SignInButtons() {
  return (
    <>
      <Button component={Link} to="/login" variant="subtle" size="sm">
        {text.nav.login}
      </Button>
      <Button component={Link} to="/register" size="sm">
        {text.nav.register}
      </Button>
    </>
  )
}

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const label = dark ? text.nav.toLight : text.nav.toDark
  return (
    <ActionIcon size="lg" aria-label={label} title={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      {dark ? <IconSun size={19} stroke={1.7} /> : <IconMoon size={19} stroke={1.7} />}
    </ActionIcon>
  )
}

/** useFocusOnNewPage lets a screen reader start on the new page, not at the link that led there. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
