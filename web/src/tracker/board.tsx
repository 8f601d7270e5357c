import { DragDropContext, type DragStart, type DragUpdate, type DropResult, type ResponderProvided } from '@hello-pangea/dnd'
import { Button, Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconLayoutKanban, IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { applicationStatuses } from '~/api/enums'
import type { Application, ApplicationStatus } from '~/api/models'
import { SearchInput } from '~/shell/search-input'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { BoardColumn } from './board-column'
import classes from './board.module.css'
import { useSelection } from './bulk'
import { BulkBar } from './bulk-bar'
import { useMove } from './moves'
import { useNewApplication } from './new-application'
import { useAllApplications } from './queries'
import { activeStatuses, closedStatuses } from './status'
import { TrackerPage } from './tracker-page'

/** Board shows every application in the column of its status, in the order in which the user put the cards. */
export default function Board() {
  const all = useAllApplications()
  const move = useMove()
  const { open, dialog } = useNewApplication()
  const [params, setParams] = useSearchParams()
  const query = params.get('q') ?? ''
  const [closed, setClosed] = useLocalStorage({ key: 'rolecall.board.closed', defaultValue: true })
  const columns = useMemo(() => byStatus(all.data ?? [], query), [all.data, query])
  const selection = useSelection()

  const drop = (result: DropResult, { announce }: ResponderProvided) => {
    const { draggableId: id, destination, source, mode } = result
    announce(words(result, columns, 'dropped'))
    if (!destination || (destination.droppableId === source.droppableId && destination.index === source.index)) return
    const status = destination.droppableId as ApplicationStatus
    const others = columns[status].filter((a) => a.id !== id)
    move.mutate({ id, status, after: others[destination.index - 1]?.id ?? null })
    if (mode === 'SNAP') keepFocus(id, status)
  }

  return (
    <TrackerPage
      view="board"
      onNew={() => open()}
      tools={
        <>
          <SearchInput
            label={text.tracker.filter}
            size="xs"
            w={180}
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
        <DragDropContext
          onDragStart={(start, { announce }) => announce(words(start, columns, 'lifted'))}
          onDragUpdate={(update, { announce }) => announce(words(update, columns, 'over'))}
          onDragEnd={drop}
          dragHandleUsageInstructions={text.tracker.dragHelp}
        >
          <div className={classes.board} role="region" aria-label={text.tracker.board} tabIndex={0} data-scroll="board">
            {[...activeStatuses, ...(closed ? closedStatuses : [])].map((s) => (
              <BoardColumn
                key={s}
                status={s}
                items={columns[s]}
                selection={selection}
                onMove={move.mutate}
                onAdd={() => open(s)}
                firstClosed={s === closedStatuses[0]}
              />
            ))}
          </div>
        </DragDropContext>
      )}
      <BulkBar selection={selection} all={all.data ?? []} />
    </TrackerPage>
  )
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
export function words(drag: DragStart | DragUpdate | DropResult, columns: Columns, what: 'lifted' | 'over' | 'dropped'): string {
  const card = columns[drag.source.droppableId as ApplicationStatus].find((a) => a.id === drag.draggableId)
  const title = card?.job.title ?? ''
  const home = text.status[drag.source.droppableId as ApplicationStatus]
  const to = what === 'lifted' ? drag.source : 'destination' in drag ? drag.destination : null
  if (!to) return what === 'dropped' ? text.tracker.drag.back(title, home) : text.tracker.drag.outside
  const others = columns[to.droppableId as ApplicationStatus].filter((a) => a.id !== drag.draggableId)
  return text.tracker.drag[what](title, text.status[to.droppableId as ApplicationStatus], to.index + 1, others.length + 1)
}

/** keepFocus focuses a card that the keyboard moved, once it is in its new column. */
function keepFocus(id: string, status: ApplicationStatus, tries = 60) {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-column="${status}"] [data-application="${id}"]:not([data-dragging])`)
    card?.focus()
    if (document.activeElement !== card && tries > 0) keepFocus(id, status, tries - 1)
  })
}
