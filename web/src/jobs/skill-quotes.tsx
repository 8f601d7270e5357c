import type { FactQuote } from '~/api/models'
import classes from './skill-quotes.module.css'

/** SkillQuotes lists the words that each skill stands on. */
export function SkillQuotes({ quotes }: { quotes: FactQuote[] }) {
  return (
    <dl className={classes.quotes}>
      {quotes.map((q) => (
        <div key={q.value}>
          <dt>{q.value}</dt>
          <dd>{q.words}</dd>
        </div>
      ))}
    </dl>
  )
}
