import { DragDropContext, type DropResult } from '@hello-pangea/dnd'
import { Button, Switch, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconLayoutKanban, IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { applicationStatuses } from '~/api/enums'
import type { Application, ApplicationStatus } from '~/api/models'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { BoardColumn } from './board-column'
import classes from './board.module.css'
import { useNewApplication } from './new-application'
import { useAllApplications, useMove } from './queries'
import { activeStatuses, closedStatuses } from './status'
import { TrackerPage } from './tracker-page'

/** Board shows every application in the column of its status. */
export default function Board() {
  const all = useAllApplications()
  const move = useMove()
  const { open, dialog } = useNewApplication()
  const [query, setQuery] = useState('')
  const [closed, setClosed] = useLocalStorage({ key: 'rolecall.board.closed', defaultValue: true })
  const columns = useMemo(() => byStatus(all.data ?? [], query), [all.data, query])

  const drop = ({ draggableId, destination, source }: DropResult) => {
    if (!destination || destination.droppableId === source.droppableId) return
    move.mutate({ id: draggableId, status: destination.droppableId as ApplicationStatus })
  }

  return (
    <TrackerPage
      view="board"
      onNew={() => open()}
      tools={
        <>
          <TextInput
            size="xs"
            w={180}
            aria-label={text.tracker.filter}
            placeholder={text.tracker.filter}
            leftSection={<IconSearch size={14} />}
            value={query}
            onChange={(e) => setQuery(e.currentTarget.value)}
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
        <DragDropContext onDragEnd={drop} dragHandleUsageInstructions={text.tracker.dragHelp}>
          <div className={classes.board} role="region" aria-label={text.tracker.board} tabIndex={0}>
            {[...activeStatuses, ...(closed ? closedStatuses : [])].map((s) => (
              <BoardColumn
                key={s}
                status={s}
                items={columns[s]}
                onMove={move.mutate}
                onAdd={() => open(s)}
                firstClosed={s === closedStatuses[0]}
              />
            ))}
          </div>
        </DragDropContext>
      )}
    </TrackerPage>
  )
}

/** byStatus sorts applications into columns, the latest activity first. */
export function byStatus(all: Application[], query: string): Record<ApplicationStatus, Application[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const columns = Object.fromEntries(applicationStatuses.map((s) => [s, [] as Application[]])) as Record<ApplicationStatus, Application[]>
  for (const a of all) {
    const where = `${a.job.title} ${a.job.company} ${a.job.location ?? ''}`.toLowerCase()
    if (words.every((w) => where.includes(w))) columns[a.status].push(a)
  }
  for (const column of Object.values(columns)) column.sort((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt))
  return columns
}
