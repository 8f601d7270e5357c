import { Button, Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconLayoutKanban, IconPlus, IconSearch } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { applicationStatuses } from '~/api/enums'
import type { Application, ApplicationStatus } from '~/api/models'
import { SearchInput } from '~/shell/search-input'
import { Empty, QueryState } from '~/shell/states'
import { wasScrolled } from '~/shell/use-scroll'
import { text } from '~/text'
import { CardContent, DRAG_HELP } from './board-card'
import { BoardColumn } from './board-column'
import classes from './board.module.css'
import { useSelection } from './bulk'
import { BulkBar } from './bulk-bar'
import { type Move, useMove } from './moves'
import { useNewApplication } from './new-application'
import { useAllApplications } from './queries'
import { activeStatuses, closedStatuses } from './status'
import { TrackerPage } from './tracker-page'
import { type Drag, useDrag } from './use-drag'

/** Board shows every application in the column of its status, in the order in which the user put the cards. */
export default function Board() {
  const all = useAllApplications()
  const { open, dialog } = useNewApplication()
  const [params, setParams] = useSearchParams()
  const query = params.get('q') ?? ''
  const [closed, setClosed] = useLocalStorage({ key: 'rolecall.board.closed', defaultValue: true })
  // The letters typed come first, the cards follow.
  const filter = useDeferredValue(query)
  const columns = useMemo(() => byStatus(all.data ?? [], filter), [all.data, filter])
  const shown = useMemo(() => [...activeStatuses, ...(closed ? closedStatuses : [])], [closed])
  const selection = useSelection()
  const [spoken, setSpoken] = useState('')
  const { mutate: move } = useMove(() => setSpoken('')) // where the card was dropped is no longer true
  const add = useCallback((status: ApplicationStatus) => open(status), [open])

  const drop = (d: Drag) => {
    setSpoken(words(d, columns, 'dropped'))
    const { card, from, to } = d
    if (!to || (to.status === from.status && to.index === from.index)) {
      if (d.by === 'keyboard') keepFocus(card.id, from.status)
      return
    }
    const others = columns[to.status].filter((a) => a.id !== card.id)
    move({ id: card.id, status: to.status, after: others[to.index - 1]?.id ?? null })
    if (d.by === 'keyboard') keepFocus(card.id, to.status)
  }
  const { drag, picture, width, indexAt, handlers } = useDrag({
    shown,
    columns,
    onLift: (d) => setSpoken(words(d, columns, 'lifted')),
    onOver: (d) => setSpoken(words(d, columns, 'over')),
    onDrop: drop,
  })
  const region = useRegion(all.data !== undefined, shown.find((s) => columns[s].length > 0))
  const moveByMenu = useCallback(
    (m: Move) => {
      move(m)
      reveal(m.id, m.status)
    },
    [move],
  )
  const concerns = (s: ApplicationStatus) => drag !== null && (drag.from.status === s || drag.to?.status === s)

  return (
    <TrackerPage
      view="board"
      onNew={() => open()}
      tools={
        <>
          <SearchInput
            label={text.tracker.filter}
            w={{ sm: 180 }}
            style={{ flex: '1 1 6rem' }}
            value={query}
            onChange={(q) => setParams(q ? { q } : {}, { replace: true, preventScrollReset: true })}
          />
          <Switch size="xs" label={text.tracker.showClosed} checked={closed} onChange={(e) => setClosed(e.currentTarget.checked)} />
        </>
      }
    >
      {dialog}
      <QueryState query={all} lines={4} height={110} />
      {all.data?.length === 0 && (
        <Empty
          icon={IconLayoutKanban}
          title={text.tracker.empty}
          action={
            <>
              <Button component={Link} to="/find" leftSection={<IconSearch size={17} />}>
                {text.nav.find}
              </Button>
              <Button variant="default" leftSection={<IconPlus size={17} />} onClick={() => open()}>
                {text.tracker.add}
              </Button>
            </>
          }
        >
          {text.tracker.emptyHint}
        </Empty>
      )}
      {all.data && all.data.length > 0 && (
        <div
          ref={region}
          className={classes.board}
          role="region"
          aria-label={text.tracker.board}
          tabIndex={0}
          data-scroll="board"
          data-lifted={drag !== null || undefined}
        >
          {shown.map((s) => (
            <BoardColumn
              key={s}
              status={s}
              items={columns[s]}
              selected={selection.ids}
              onSelect={selection.toggle}
              onMove={moveByMenu}
              onAdd={add}
              firstClosed={s === closedStatuses[0]}
              drag={concerns(s) ? drag : null}
              handlers={handlers}
              indexAt={indexAt}
            />
          ))}
        </div>
      )}
      <p id={DRAG_HELP} hidden>
        {text.tracker.dragHelp}
      </p>
      <p className="sr-only" role="status" aria-live="assertive">
        {spoken}
      </p>
      {drag?.by === 'pointer' &&
        createPortal(
          <div ref={picture} className={`${classes.card} ${classes.picture}`} style={{ width }} data-dragging aria-hidden>
            <CardContent application={drag.card} />
          </div>,
          document.body,
        )}
      <BulkBar
        selection={selection}
        all={all.data ?? []}
        shown={shown.flatMap((s) => columns[s])}
        keeps={(c) => (c.action === 'move' ? shown.includes(c.status) : c.action === 'tag' || query === '')}
      />
    </TrackerPage>
  )
}

/**
 * useRegion returns the ref of the board. It tells the board where it begins, so that it reaches down to the end of the screen. A
 * phone shows one column: the first with a card, unless somebody goes back to the page.
 */
function useRegion(loaded: boolean, first: ApplicationStatus | undefined) {
  const region = useRef<HTMLDivElement>(null)
  const begun = useRef(false)
  const { key } = useLocation()
  const how = useNavigationType()
  useLayoutEffect(() => {
    const board = region.current
    if (!loaded || !board) return
    const fit = () => board.style.setProperty('--top', `${board.getBoundingClientRect().top + window.scrollY}px`)
    fit()
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [loaded])
  useEffect(() => {
    if (!loaded || !first || begun.current) return
    begun.current = true
    if (how === 'POP' && wasScrolled(key)) return
    region.current?.querySelector(`[data-column="${first}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [loaded, first, how, key])
  return region
}

type Columns = Record<ApplicationStatus, Application[]>

/** byStatus sorts applications into columns and keeps their order. Archived ones are in none. */
export function byStatus(all: Application[], query: string): Columns {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const columns = Object.fromEntries(applicationStatuses.map((s) => [s, [] as Application[]])) as Columns
  for (const a of all) {
    const where = [a.job.title, a.job.company, a.job.location, ...a.tags].join(' ').toLowerCase()
    if (!a.archivedAt && words.every((w) => where.includes(w))) columns[a.status].push(a)
  }
  return columns
}

/** words says for a screen reader what happens to a dragged card. */
export function words({ card, from, to }: Pick<Drag, 'card' | 'from' | 'to'>, columns: Columns, what: keyof Said): string {
  const title = card.job.title
  if (!to) return what === 'dropped' ? text.tracker.drag.back(title, text.status[from.status]) : text.tracker.drag.outside
  const others = columns[to.status].filter((a) => a.id !== card.id)
  return text.tracker.drag[what](title, text.status[to.status], to.index + 1, others.length + 1)
}

type Said = Pick<typeof text.tracker.drag, 'lifted' | 'over' | 'dropped'>

const MARKED = 1500

/** reveal shows and focuses a card that its menu moved, which on a phone is in a column out of sight, and marks it for a moment. */
function reveal(id: string, status: ApplicationStatus, tries = 60) {
  requestAnimationFrame(() => {
    const column = document.querySelector<HTMLElement>(`[data-column="${status}"]`)
    column?.querySelector('[data-scroll]')?.scrollTo({ top: 0 }) // it comes to the top
    const card = column?.querySelector<HTMLElement>(`[data-application="${id}"]`)
    if (!card) {
      if (column && tries > 0) reveal(id, status, tries - 1)
      return
    }
    column!.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'smooth' })
    card.focus({ preventScroll: true }) // the button that had the focus went with the old card
    card.dataset.arrived = ''
    setTimeout(() => delete card.dataset.arrived, MARKED)
  })
}

/** keepFocus focuses a card that the keyboard moved, once it is in its new column. */
function keepFocus(id: string, status: ApplicationStatus, tries = 60) {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-column="${status}"] [data-application="${id}"]:not([data-dragging])`)
    card?.focus()
    if (document.activeElement !== card && tries > 0) keepFocus(id, status, tries - 1)
  })
}
