import { Text } from '@mantine/core'
import { text } from '~/text'
import { statusColor } from '~/tracker/status'
import classes from './home.module.css'

const { picture } = text.start
const columns = [
  { status: 'APPLIED' as const, cards: picture.cards.slice(0, 3) },
  { status: 'INTERVIEW' as const, cards: picture.cards.slice(3, 5) },
  { status: 'OFFER' as const, cards: picture.cards.slice(5) },
]

/** BoardPicture shows what the tracker looks like, with made-up applications. */
export function BoardPicture() {
  return (
    <figure className={classes.picture}>
      <div className={classes.board} aria-hidden>
        {columns.map((c) => (
          <div key={c.status} className={classes.column}>
            <span className={classes.columnHead}>
              <i style={{ background: `var(--mantine-color-${statusColor[c.status]}-5)` }} />
              {text.status[c.status]}
            </span>
            {c.cards.map((card) => (
              <span key={card.title} className={classes.card}>
                <b>{card.title}</b>
                <span>{card.company}</span>
                <em>{card.note}</em>
              </span>
            ))}
          </div>
        ))}
      </div>
      <Text component="figcaption" size="sm" c="dimmed" mt="sm">
        {picture.caption}
      </Text>
    </figure>
  )
}
