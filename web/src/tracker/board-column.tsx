import { Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconCalendarEvent, IconDots, IconPlus } from '@tabler/icons-react'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router'
import { applicationStatuses } from '~/api/enums'
import type { Application, ApplicationStatus } from '~/api/models'
import { daysUntil, formatAgo, formatCalendarDay } from '~/format/date'
import { formatNumber } from '~/format/number'
import { CompanyLogo } from '~/jobs/company-logo'
import { fromList } from '~/shell/back-link'
import { text } from '~/text'
import classes from './board.module.css'
import type { Selection } from './bulk'
import type { Move } from './moves'
import { statusColor } from './status'

type OnMove = (move: Move) => void

interface Props {
  status: ApplicationStatus
  items: Application[]
  selection: Selection
  onMove: OnMove
  onAdd: () => void
  firstClosed?: boolean
}

export function BoardColumn({ status, items, selection, onMove, onAdd, firstClosed }: Props) {
  const navigate = useNavigate()
  const name = text.status[status]
  return (
    <section
      className={classes.column}
      aria-label={text.tracker.column(name, items.length)}
      data-column={status}
      data-first-closed={firstClosed || undefined}
    >
      <div className={classes.head}>
        <Dot status={status} />
        <h2 style={{ font: 'inherit', margin: 0 }}>{name}</h2>
        <span className={`${classes.count} numeric`}>{formatNumber(items.length)}</span>
        <ActionIcon ml="auto" size="sm" aria-label={text.tracker.addTo(name)} onClick={onAdd}>
          <IconPlus size={15} />
        </ActionIcon>
      </div>
      <Droppable droppableId={status}>
        {(drop, state) => (
          <div ref={drop.innerRef} {...drop.droppableProps} className={classes.drop} data-over={state.isDraggingOver || undefined}>
            {items.map((a, i) => (
              <Draggable key={a.id} draggableId={a.id} index={i}>
                {(drag, dragged) => {
                  const { role: _, ...handle } = drag.dragHandleProps ?? {}
                  return (
                    <div
                      ref={drag.innerRef}
                      {...drag.draggableProps}
                      {...handle}
                      role="group"
                      aria-roledescription={text.tracker.draggable}
                      aria-label={text.tracker.card(a.job.title, a.job.company)}
                      className={classes.card}
                      data-dragging={dragged.isDragging || undefined}
                      data-application={a.id}
                      data-selected={selection.ids.has(a.id) || undefined}
                      onClick={(e) => {
                        if (e.ctrlKey || e.metaKey) selection.toggle(a.id)
                      }}
                      onKeyDown={(e) => {
                        if (e.target !== e.currentTarget || dragged.isDragging) return
                        if (e.key === 'Enter') void navigate(`/tracker/${a.id}`, { state: fromList })
                        if (e.key === 'x') selection.toggle(a.id)
                      }}
                    >
                      <Card application={a} onMove={onMove} selected={selection.ids.has(a.id)} onSelect={selection.toggle} />
                    </div>
                  )
                }}
              </Draggable>
            ))}
            {drop.placeholder}
            {items.length === 0 && !state.isDraggingOver && <div className={classes.hint}>{text.tracker.columnHint[status]}</div>}
          </div>
        )}
      </Droppable>
    </section>
  )
}

interface CardProps {
  application: Application
  onMove: OnMove
  selected: boolean
  onSelect: (id: string) => void
}

const Card = memo(function Card({ application: a, onMove, selected, onSelect }: CardProps) {
  const due = a.nextStep?.date ? daysUntil(a.nextStep.date) : null
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <CompanyLogo name={a.job.company} url={a.job.companyLogoUrl} size={28} />
        <div style={{ minWidth: 0 }}>
          <Link to={`/tracker/${a.id}`} state={fromList} className={`${classes.title} ${classes.open}`}>
            {a.job.title}
          </Link>
          <Text size="xs" c="dimmed" truncate>
            {a.job.company}
          </Text>
        </div>
      </Group>
      {a.nextStep?.date ? (
        <div className={classes.step} data-late={(due !== null && due < 0) || undefined}>
          <IconCalendarEvent size={14} aria-hidden />
          <span className={classes.stepName}>{a.nextStep.label ?? text.tracker.nextStep}</span>
          <span className={classes.stepDay}>{formatCalendarDay(a.nextStep.date)}</span>
        </div>
      ) : (
        <Text size="xs" c="dimmed" mt={6}>
          {a.appliedAt ? text.tracker.appliedAgo(formatAgo(a.appliedAt)) : text.tracker.touched(formatAgo(a.lastActivityAt))}
        </Text>
      )}
      {a.tags.length > 0 && (
        <div className={classes.tags}>
          {a.tags.map((t) => (
            <span key={t}>{t}</span>
          ))}
        </div>
      )}
      {/* The browser's own: a board has hundreds. */}
      <input
        type="checkbox"
        className={classes.select}
        aria-label={text.bulk.select(a.job.title)}
        checked={selected}
        onChange={() => onSelect(a.id)}
      />
      {/* Beside the card, which it would cover below its button. */}
      <Menu position="right-start" middlewares={{ flip: { fallbackPlacements: ['left-start', 'bottom-end'] }, shift: true }}>
        <Menu.Target>
          <ActionIcon className={classes.menu} size="sm" aria-label={text.tracker.moveMenu(a.job.title)}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={`/tracker/${a.id}`} state={fromList}>
            {text.tracker.open}
          </Menu.Item>
          <Menu.Item onClick={() => onSelect(a.id)}>{selected ? text.bulk.deselect : text.bulk.selectOne}</Menu.Item>
          <Menu.Divider />
          <Menu.Label>{text.tracker.moveTo}</Menu.Label>
          {applicationStatuses
            .filter((s) => s !== a.status)
            .map((s) => (
              <Menu.Item key={s} onClick={() => onMove({ id: a.id, status: s })} leftSection={<Dot status={s} />}>
                {text.status[s]}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
})

function Dot({ status }: { status: ApplicationStatus }) {
  return <span className={classes.dot} style={{ background: `var(--mantine-color-${statusColor[status]}-5)` }} />
}
