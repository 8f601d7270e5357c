import { Anchor, CloseButton, Text, UnstyledButton } from '@mantine/core'
import { IconQuote } from '@tabler/icons-react'
import { Fragment, type MouseEvent } from 'react'
import type { Understood } from '~/api/models'
import { focusBeside, focusSearchOrList } from '~/shell/focus'
import { text } from '~/text'
import { understoodName } from './describe'
import { corrections, quoted, withoutAll } from './keyword'
import classes from './find.module.css'
import type { Search } from './search-state'

interface Props {
  keyword: string
  /** Of amounts that name none. */
  currency: string
  understood: Pick<Understood, 'filters' | 'ignored' | 'corrected' | 'suggestion'>
  onChange: (patch: Partial<Search>) => void
}

/** Understanding shows how the keyword was understood. Each part of it can be removed, or searched for as words. */
export function Understanding({ keyword, currency, understood, onChange }: Props) {
  const { filters, corrected, suggestion } = understood
  const ignored = understood.ignored.filter(hasWord)
  if (filters.length === 0 && ignored.length === 0 && corrected.length === 0 && !suggestion) return null
  const changing = (patch: Partial<Search>) => (e: MouseEvent<HTMLElement>) => {
    focusBeside(e.currentTarget, focusSearchOrList)
    onChange(patch)
  }
  return (
    <div className={classes.understanding}>
      {corrected.length > 0 && (
        <Text size="sm">
          {text.jobs.resultsFor}{' '}
          {corrections(keyword, corrected).map((part, i) => (part.changed ? <strong key={i}>{part.text}</strong> : part.text))}
          {'. '}
          <Anchor component="button" type="button" inherit data-removes="correction" onClick={changing({ correct: false })}>
            {text.jobs.insteadFor(keyword)}
          </Anchor>
        </Text>
      )}
      {suggestion && (
        <Text size="sm">
          {text.jobs.didYouMean}{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            fw={600}
            data-removes="suggestion"
            onClick={changing({ keyword: suggestion })}
          >
            {suggestion}
          </Anchor>
          ?
        </Text>
      )}
      {filters.length > 0 && (
        <ul className={classes.readings} aria-label={text.jobs.understood}>
          {filters.map((f) => {
            const name = understoodName(f, currency)
            return (
              <li key={f.filter + f.text} className={classes.reading}>
                <span>{text.jobs.understoodAs(bare(f.text), name)}</span>
                <UnstyledButton
                  className={classes.asWords}
                  aria-label={text.jobs.asWords(bare(f.text))}
                  title={text.jobs.asWords(bare(f.text))}
                  data-removes="as-words"
                  onClick={changing({ keyword: quoted(keyword, f.text) })}
                >
                  <IconQuote size={14} aria-hidden />
                </UnstyledButton>
                <CloseButton
                  size={24}
                  iconSize={14}
                  aria-label={text.jobs.removeFilter(name)}
                  title={text.jobs.removeFilter(name)}
                  data-removes="reading"
                  onClick={changing({ keyword: withoutAll(keyword, [f.text], understood.ignored) })}
                />
              </li>
            )
          })}
        </ul>
      )}
      {ignored.length > 0 && (
        <Text size="sm" c="dimmed">
          {text.jobs.notSearched}{' '}
          {ignored.map((word, i) => (
            // The word is the key, so that the next word keeps its button, and the focus, when this one goes.
            <Fragment key={ignored.indexOf(word) === i ? word : i}>
              {i > 0 && ', '}
              <Anchor
                component="button"
                type="button"
                inherit
                title={text.jobs.searchToo(bare(word))}
                aria-label={text.jobs.searchToo(bare(word))}
                data-removes="ignored"
                onClick={changing({ keyword: quoted(keyword, word) })}
              >
                {bare(word)}
              </Anchor>
            </Fragment>
          ))}
        </Text>
      )}
    </div>
  )
}

/** hasWord reports whether there is anything to search for: a comma between two spaces is not. */
const hasWord = (typed: string) => /[\p{L}\p{N}]/u.test(typed)

/** bare returns words without the comma or full stop that was typed after them. */
const bare = (words: string) => words.replace(/[,;.]+$/, '')
