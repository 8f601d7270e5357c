import { useMantineColorScheme } from '@mantine/core'
import {
  type Icon, IconBell, IconBellSearch, IconBookmark, IconBookmarks, IconBriefcase, IconBroadcast, IconBuilding, IconChartBar, IconHome2,
  IconInbox,
  IconKeyboard, IconLayoutKanban, IconLogout, IconMoon, IconPlus, IconSearch, IconSettings, IconShieldLock, IconSun, IconTable, IconTool,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Suggestion } from '~/api/models'
import { useSavedFilters } from '~/jobs/saved-queries'
import { type Search, searchAddress, searchOf } from '~/jobs/search-state'
import { useSuggestions } from '~/jobs/suggest'
import { leave, useAccount } from '~/session/account'
import { useToken } from '~/session/session'
import { text } from '~/text'
import { useAllApplications } from '~/tracker/queries'
import { useViews, viewAddress } from '~/tracker/views'
import { openHelp } from './sheets'

export interface Command {
  key: string
  label: string
  hint?: string
  icon: Icon
  run: () => void
}

export interface CommandGroup {
  title: string
  commands: Command[]
}

const MOST = 6

/** matching returns the commands whose label or hint has every typed word. */
export function matching(commands: Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter((c) => words.every((w) => `${c.label} ${c.hint ?? ''}`.toLowerCase().includes(w)))
}

/** useCommands returns what can be done and gone to, by what was typed. */
export function useCommands(typed: string): CommandGroup[] {
  const navigate = useNavigate()
  const signedIn = useToken() !== null
  const q = typed.trim()
  const go = (to: string) => () => void navigate(to)
  const pages = usePages(go)
  const actions = useActions()
  const { data: all = [] } = useAllApplications()
  const { data: views = [] } = useViews()
  const { data: searches = [] } = useSavedFilters()
  const { items } = useSuggestions(q)

  const applications = all.map((a) => {
    const hint = [a.job.company, text.status[a.status], ...a.tags].join(' · ')
    return { key: a.id, label: a.job.title, hint, icon: IconBriefcase, run: go(`/tracker/${a.id}`) }
  })
  const kept = [
    ...views.map((v) => ({ key: v.id, label: v.name, hint: text.views.title, icon: IconBookmarks, run: go(viewAddress(v)) })),
    ...searches.map((f) => {
      const run = go(searchAddress(searchOf(f.filters)))
      return { key: f.id, label: f.name, hint: text.jobs.savedSearches, icon: IconSearch, run }
    }),
  ]
  const found = items.slice(0, MOST).map((s) => ({
    key: `${s.kind} ${s.value}`,
    label: s.value,
    hint: text.jobs.suggestionKinds[s.kind],
    icon: s.kind === 'company' ? IconBuilding : IconSearch,
    run: go(searchAddress(searchFor(s))),
  }))
  const search = { key: 'search', label: text.palette.searchFor(q), icon: IconSearch, run: go(searchAddress({ keyword: q })) }
  return [
    { title: text.palette.applications, commands: q ? matching(applications, q).slice(0, MOST) : applications.slice(0, 3) },
    { title: text.palette.kept, commands: matching(kept, q).slice(0, MOST) },
    { title: text.palette.pages, commands: matching(pages, q) },
    { title: text.palette.actions, commands: matching(actions, q) },
    { title: text.nav.findShort, commands: q ? [...found, search] : [] },
  ].filter((g) => g.commands.length > 0 && (signedIn || g.title !== text.palette.applications))
}

function searchFor({ kind, value }: Suggestion): Partial<Search> {
  if (kind === 'company') return { company: [value] }
  return kind === 'place' ? { location: [value] } : { keyword: value }
}

function usePages(go: (to: string) => () => void): Command[] {
  const signedIn = useToken() !== null
  const { data: account } = useAccount()
  const page = (to: string, label: string, icon: Icon) => ({ key: to, label, icon, run: go(to) })
  const open = [page('/', text.palette.home, IconHome2), page('/find', text.nav.find, IconSearch)]
  if (!signedIn) return [...open, page('/login', text.nav.login, IconLogout), page('/register', text.nav.register, IconPlus)]
  return [
    ...open,
    page('/saved', text.nav.saved, IconBookmark),
    page('/employers', text.nav.employers, IconBuilding),
    page('/tracker', text.tracker.views.board, IconLayoutKanban),
    page('/tracker/table', text.palette.table, IconTable),
    page('/tracker/stats', text.tracker.views.stats, IconChartBar),
    page('/reminders', text.nav.reminders, IconBell),
    page('/inbox', text.inbox.title, IconInbox),
    page('/alerts', text.alerts.title, IconBellSearch),
    page('/settings', text.nav.settings, IconSettings),
    page('/settings/channels', text.settings.channels, IconBroadcast),
    page('/settings/security', text.nav.security, IconShieldLock),
    ...(account?.isAdmin ? [page('/admin', text.nav.admin, IconTool)] : []),
  ]
}

function useActions(): Command[] {
  const navigate = useNavigate()
  const signedIn = useToken() !== null
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark = colorScheme === 'dark'
  const scheme = {
    key: 'scheme', label: dark ? text.nav.toLight : text.nav.toDark, icon: dark ? IconSun : IconMoon,
    run: () => setColorScheme(dark ? 'light' : 'dark'),
  }
  const help = { key: 'help', label: text.nav.shortcuts, icon: IconKeyboard, run: openHelp }
  if (!signedIn) return [scheme, help]
  const add = { key: 'add', label: text.tracker.add, icon: IconPlus, run: () => void navigate('/tracker', { state: { add: true } }) }
  return [add, scheme, help, { key: 'leave', label: text.nav.logout, icon: IconLogout, run: leave }]
}
