import { Anchor, CloseButton, Text } from '@mantine/core'
import type { Understood } from '~/api/models'
import { text } from '~/text'
import { useCurrency } from './currency'
import { understoodName } from './describe'
import { corrections, quoted } from './keyword'
import classes from './find.module.css'
import type { Search } from './search-state'

interface Props {
  keyword: string
  understood: Pick<Understood, 'filters' | 'corrected' | 'suggestion'>
  onChange: (patch: Partial<Search>) => void
}

/** Understanding shows how the keyword was understood, with a button to undo each part of it. */
export function Understanding({ keyword, understood, onChange }: Props) {
  const { filters, corrected, suggestion } = understood
  const [currency] = useCurrency()
  if (filters.length === 0 && corrected.length === 0 && !suggestion) return null
  return (
    <div className={classes.understanding}>
      {corrected.length > 0 && (
        <Text size="sm">
          {text.jobs.resultsFor}{' '}
          {corrections(keyword, corrected).map((part, i) => (part.changed ? <strong key={i}>{part.text}</strong> : part.text))}
          {'. '}
          <Anchor component="button" type="button" inherit onClick={() => onChange({ correct: false })}>
            {text.jobs.insteadFor(keyword)}
          </Anchor>
        </Text>
      )}
      {suggestion && (
        <Text size="sm">
          {text.jobs.didYouMean}{' '}
          <Anchor component="button" type="button" inherit fw={600} onClick={() => onChange({ keyword: suggestion })}>
            {suggestion}
          </Anchor>
          ?
        </Text>
      )}
      {filters.length > 0 && (
        <ul className={classes.readings} aria-label={text.jobs.understood}>
          {filters.map((f) => (
            <li key={f.filter + f.text} className={classes.reading}>
              <span>{text.jobs.understoodAs(f.text, understoodName(f, currency))}</span>
              <CloseButton
                size={24}
                iconSize={14}
                aria-label={text.jobs.asWords(f.text)}
                title={text.jobs.asWords(f.text)}
                onClick={() => onChange({ keyword: quoted(keyword, f.text) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
