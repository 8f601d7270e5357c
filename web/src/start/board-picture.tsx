import { Text } from '@mantine/core'
import { text } from '~/text'
import { statusColor } from '~/tracker/status'
import classes from './home.module.css'

const { picture } = text.start
const columns = [
  { status: 'APPLIED' as const, cards: [picture.cards[0], picture.cards[1]] },
  { status: 'INTERVIEW' as const, cards: [picture.cards[2]] },
  { status: 'OFFER' as const, cards: [picture.cards[3]] },
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
