import { Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconCalendarEvent, IconDots, IconPlus } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { applicationStatuses } from '~/api/enums'
import type { Application, ApplicationStatus } from '~/api/models'
import { daysUntil, formatAgo, formatCalendarDay } from '~/format/date'
import { formatNumber } from '~/format/number'
import { CompanyLogo } from '~/jobs/company-logo'
import { text } from '~/text'
import classes from './board.module.css'
import { statusColor } from './status'

type Move = (change: { id: string; status: ApplicationStatus; from: ApplicationStatus }) => void

interface Props {
  status: ApplicationStatus
  items: Application[]
  onMove: Move
  onAdd: () => void
  firstClosed?: boolean
}

export function BoardColumn({ status, items, onMove, onAdd, firstClosed }: Props) {
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
                    >
                      <Card application={a} onMove={onMove} />
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

const Card = memo(function Card({ application: a, onMove }: { application: Application; onMove: Move }) {
  const due = a.nextStep?.date ? daysUntil(a.nextStep.date) : null
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <CompanyLogo name={a.job.company} url={a.job.companyLogoUrl} size={28} />
        <div style={{ minWidth: 0 }}>
          <Link to={`/tracker/${a.id}`} className={`${classes.title} ${classes.open}`}>
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.menu} size="sm" aria-label={text.tracker.moveMenu(a.job.title)}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={`/tracker/${a.id}`}>
            {text.tracker.open}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{text.tracker.moveTo}</Menu.Label>
          {applicationStatuses
            .filter((s) => s !== a.status)
            .map((s) => (
              <Menu.Item key={s} onClick={() => onMove({ id: a.id, status: s, from: a.status })} leftSection={<Dot status={s} />}>
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
