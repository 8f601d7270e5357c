import { Menu } from '@mantine/core'
import { IconCalendarEvent, IconDots } from '@tabler/icons-react'
import { type CSSProperties, memo, type ReactNode, useState, useTransition } from 'react'
import { Link, useNavigate } from 'react-router'
import { applicationStatuses } from '~/api/enums'
import type { Application } from '~/api/models'
import { daysUntil, formatAgo, formatDayAndTime } from '~/format/date'
import { CompanyLogo } from '~/jobs/company-logo'
import { fromList } from '~/shell/back-link'
import { focusPast } from '~/shell/focus'
import { useOpening } from '~/shell/on-demand'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'
import classes from './board.module.css'
import { useBulk } from './bulk'
import { Dot } from './dot'
import type { Move } from './moves'
import type { DragHandlers } from './use-drag'

/** The id of the text that explains the keys of a card. */
export const DRAG_HELP = 'drag-help'

interface Props {
  application: Application
  selected: boolean
  /** Whether it is lifted by the keyboard and shown where it would come to. */
  lifted?: boolean
  onMove: (move: Move) => void
  onSelect: (id: string) => void
  handlers: DragHandlers
}

/** BoardCard is a card that can be dragged, opened, selected and moved by its menu. */
export const BoardCard = memo(function BoardCard({ application: a, selected, lifted, onMove, onSelect, handlers }: Props) {
  const navigate = useNavigate()
  return (
    <div
      ref={lifted ? (card) => card?.focus({ preventScroll: true }) : undefined}
      role="group"
      tabIndex={0}
      aria-roledescription={text.tracker.draggable}
      aria-describedby={DRAG_HELP}
      aria-label={text.tracker.card(a.job.title, a.job.company)}
      className={classes.card}
      data-dragging={lifted || undefined}
      data-application={a.id}
      data-selected={selected || undefined}
      onMouseDown={(e) => handlers.onMouseDown(e, a)}
      onTouchStart={(e) => handlers.onTouchStart(e, a)}
      onDragStart={(e) => e.preventDefault()} // the browser's own dragging of links
      onClick={(e) => {
        if (e.ctrlKey || e.metaKey) onSelect(a.id)
      }}
      onKeyDown={(e) => {
        if (e.target !== e.currentTarget) return
        handlers.onKeyDown(e, a)
        if (e.key === 'Enter') void navigate(`/tracker/${a.id}`, { state: fromList })
        if (e.key === 'x') onSelect(a.id)
      }}
    >
      <CardContent application={a} />
      {/* The browser's own: a board has hundreds. */}
      <input
        type="checkbox"
        className={classes.select}
        aria-label={text.bulk.select(a.job.title)}
        checked={selected}
        onChange={() => onSelect(a.id)}
      />
      <CardMenu application={a} selected={selected} onMove={onMove} onSelect={onSelect} />
    </div>
  )
})

/** CardContent is what a card shows, also while it is dragged. Plain elements: many are made while a list scrolls. */
export function CardContent({ application: a }: { application: Application }) {
  const due = a.nextStep?.date ? daysUntil(a.nextStep.date) : null
  return (
    <>
      <div className={classes.what}>
        <CompanyLogo name={a.job.company} url={a.job.companyLogoUrl} size={28} />
        <div style={{ minWidth: 0 }}>
          <Link to={`/tracker/${a.id}`} state={fromList} className={`${classes.title} ${classes.open}`}>
            <bdi>{a.job.title}</bdi>
          </Link>
          <div className={classes.company}>
            <bdi>{a.job.company}</bdi>
          </div>
        </div>
      </div>
      {a.nextStep ? (
        <div className={classes.step} data-late={(due !== null && due < 0) || undefined}>
          <IconCalendarEvent size={14} aria-hidden />
          <div className={classes.stepText}>
            <span className={classes.stepName}>{a.nextStep.label ?? text.tracker.nextStep}</span>
            {a.nextStep.date && <span className={classes.stepDay}>{formatDayAndTime(a.nextStep.date, a.nextStep.reminderAt)}</span>}
          </div>
        </div>
      ) : (
        <div className={classes.when}>
          {a.appliedAt ? text.tracker.appliedAgo(formatAgo(a.appliedAt)) : text.tracker.touched(formatAgo(a.lastActivityAt))}
        </div>
      )}
      {a.tags.length > 0 && (
        <div className={classes.tags}>
          {a.tags.map((t) => (
            <span key={t}>{t}</span>
          ))}
        </div>
      )}
    </>
  )
}

type MenuProps = Pick<Props, 'application' | 'selected' | 'onMove' | 'onSelect'>

/**
 * CardMenu makes its menu when it is first opened: a board shows a hundred cards at once. On a slow phone that takes a while, so the
 * button is shown as pressed first.
 */
function CardMenu(props: MenuProps) {
  const [opening, start] = useTransition()
  // How far the card reaches below the button; null until it is pressed.
  const [below, setBelow] = useState<number | null>(null)
  const measure = (button: Element) => {
    const card = button.closest('[data-application]') ?? button
    const distance = card.getBoundingClientRect().bottom - button.getBoundingClientRect().bottom
    start(() => setBelow(distance))
  }
  const button = (
    <button
      ref={below === null ? undefined : takeFocus} // it replaces the one that was pressed
      type="button"
      className={classes.menu}
      data-opening={opening || undefined}
      aria-label={text.tracker.moveMenu(props.application.job.title)}
      onClick={(e) => measure(e.currentTarget)}
    >
      <IconDots size={15} />
    </button>
  )
  return below === null ? button : <OpenedMenu {...props} button={button} below={below} />
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

/** fitted lets a menu that is too high for the screen scroll. */
const fitted = {
  padding: 8,
  apply: ({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) =>
    elements.floating.style.setProperty('--available', `${availableHeight}px`),
}

/** rows has so many items of a menu fill two columns, one after the other. */
const rows = (items: number) => ({ '--rows': Math.ceil(items / 2) }) as CSSProperties

/** OpenedMenu is beside the card or, on a phone, where there is no room, below or above it: it must not cover the card. */
function OpenedMenu({ application: a, selected, onMove, onSelect, button, below }: MenuProps & { button: ReactNode; below: number }) {
  const phone = usePhone()
  const bulk = useBulk(() => {
    const card = document.querySelector<HTMLElement>(`[data-column] [data-application="${a.id}"]`)
    focusPast(card, '[data-application]', () => card?.closest('section')?.querySelector('h2')?.focus())
  })
  return (
    <Menu
      {...useOpening()}
      position={phone ? 'bottom-end' : 'right-start'}
      offset={phone ? below + 6 : undefined}
      middlewares={{ flip: { fallbackPlacements: phone ? ['top-end'] : ['left-start', 'bottom-end'] }, shift: true, size: fitted }}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <div className={classes.items} style={rows(4)}>
          <Menu.Item component={Link} to={`/tracker/${a.id}`} state={fromList}>
            {text.tracker.open}
          </Menu.Item>
          <Menu.Item onClick={() => onSelect(a.id)}>{selected ? text.bulk.deselect : text.bulk.selectOne}</Menu.Item>
          <Menu.Item onClick={() => bulk.mutate({ ids: [a.id], action: 'archive' })}>{text.tracker.archive}</Menu.Item>
          <Menu.Item onClick={() => bulk.mutate({ ids: [a.id], action: 'delete' })}>{text.remove}</Menu.Item>
        </div>
        <Menu.Divider />
        <Menu.Label>{text.tracker.moveTo}</Menu.Label>
        <div className={classes.items} style={rows(applicationStatuses.length - 1)}>
          {applicationStatuses
            .filter((s) => s !== a.status)
            .map((s) => (
              <Menu.Item key={s} onClick={() => onMove({ id: a.id, status: s })} leftSection={<Dot status={s} />}>
                {text.status[s]}
              </Menu.Item>
            ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}
