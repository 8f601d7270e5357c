import { ActionIcon } from '@mantine/core'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { IconPlus } from '@tabler/icons-react'
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Application, ApplicationStatus } from '~/api/models'
import { formatNumber } from '~/format/number'
import { text } from '~/text'
import { BoardCard } from './board-card'
import classes from './board.module.css'
import { Dot } from './dot'
import type { Move } from './moves'
import type { Drag, DragHandlers } from './use-drag'

interface Props {
  status: ApplicationStatus
  items: Application[]
  selected: Set<string>
  onSelect: (id: string) => void
  onMove: (move: Move) => void
  onAdd: (status: ApplicationStatus) => void
  firstClosed: boolean
  /** The drag that concerns this column: its card comes from here or is over it. */
  drag: Drag | null
  handlers: DragHandlers
  indexAt: Map<string, (y: number) => number>
}

const GAP = 'gap'
const MARGIN = 8 // below a card
const USUAL_HEIGHT = 96

/** sameColumn reports whether a column shows the same: a change of one card makes new lists of all columns, most with the same cards. */
function sameColumn({ items: before, ...others }: Props, { items, ...now }: Props) {
  const same = (Object.keys(now) as (keyof typeof now)[]).every((name) => now[name] === others[name])
  return same && items.length === before.length && items.every((a, i) => a === before[i])
}

/** BoardColumn lists the cards of a status. It scrolls by itself and renders the cards that are in sight. */
export const BoardColumn = memo(function BoardColumn(props: Props) {
  const { status, items, selected, onSelect, onMove, onAdd, firstClosed, drag, handlers, indexAt } = props
  const name = text.status[status]
  const list = useRef<HTMLDivElement>(null)
  const others = useMemo(() => (drag ? items.filter((a) => a.id !== drag.card.id) : items), [items, drag])
  const gap = drag?.to?.status === status ? Math.min(drag.to.index, others.length) : -1
  const entries = useMemo(() => (gap < 0 ? others : [...others.slice(0, gap), drag!.card, ...others.slice(gap)]), [others, gap, drag])
  const isGap = (i: number) => i === gap
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => list.current,
    estimateSize: (i) => (isGap(i) ? drag!.height + MARGIN : USUAL_HEIGHT),
    getItemKey: (i) => (isGap(i) ? GAP : entries[i]!.id),
    overscan: 4,
    // The card with the focus stays, so that the focus does not get lost when the list is scrolled.
    rangeExtractor: (range) => {
      const focused = document.activeElement?.closest<HTMLElement>('[data-application]')?.dataset.application
      const at = focused ? entries.findIndex((a) => a.id === focused) : -1
      const shown = defaultRangeExtractor(range)
      return at < 0 || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b)
    },
  })

  // The place among the other cards: the gap counts as none.
  useLayoutEffect(() => {
    indexAt.set(status, (y) => {
      const top = list.current!.getBoundingClientRect().top - list.current!.scrollTop
      const shown = virtual.getVirtualItems().filter((v) => v.key !== GAP)
      const next = shown.find((v) => top + v.start + v.size / 2 > y)
      const index = next ? next.index : (shown.at(-1)?.index ?? -1) + 1
      return gap >= 0 && index > gap ? index - 1 : index
    })
  })
  const byKeyboard = drag?.by === 'keyboard'
  useEffect(() => {
    if (gap < 0 || !byKeyboard) return
    virtual.scrollToIndex(gap)
    list.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [gap, byKeyboard, virtual])

  return (
    <section
      className={classes.column}
      aria-label={text.tracker.column(name, items.length)}
      data-column={status}
      data-first-closed={firstClosed || undefined}
    >
      <div className={classes.head}>
        <Dot status={status} />
        <h2 tabIndex={-1} style={{ font: 'inherit', margin: 0 }}>
          {name}
        </h2>
        <span className={`${classes.count} numeric`}>{formatNumber(items.length)}</span>
        <ActionIcon ml="auto" size="sm" aria-label={text.tracker.addTo(name)} onClick={() => onAdd(status)}>
          <IconPlus size={15} />
        </ActionIcon>
      </div>
      <div
        ref={list}
        className={classes.drop}
        data-over={gap >= 0 || undefined}
        data-scroll={`board-${status}`}
      >
        <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((v) => {
            const a = entries[v.index]!
            return (
              <div key={v.key} ref={virtual.measureElement} data-index={v.index} className={classes.slot} style={{ top: v.start }}>
                {isGap(v.index) && !byKeyboard ? (
                  <div className={classes.gap} style={{ height: drag!.height }} />
                ) : (
                  <BoardCard
                    application={a}
                    selected={selected.has(a.id)}
                    lifted={isGap(v.index)}
                    onMove={onMove}
                    onSelect={onSelect}
                    handlers={handlers}
                  />
                )}
              </div>
            )
          })}
        </div>
        {entries.length === 0 && <div className={classes.hint}>{text.tracker.columnHint[status]}</div>}
      </div>
    </section>
  )
}, sameColumn)
