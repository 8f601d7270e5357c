import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { suggestionKinds } from '~/api/enums'
import type { Suggestion } from '~/api/models'
import { formatNumber } from '~/format/number'
import { text } from '~/text'
import classes from './combobox.module.css'
import { placeName } from './describe'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onKeyDown'> {
  value: string
  onType: (value: string) => void
  suggestions: Suggestion[]
  onChoose: (suggestion: Suggestion) => void
  /** Enter without a suggestion. */
  onEnter: () => void
  /** Whether the first suggestion is preselected: Enter takes it, and so does leaving the field. */
  firstIsActive?: boolean
}

const keyOf = (s: Suggestion) => `${s.kind} ${s.value}`

/**
 * Combobox is a text field with suggestions below it, by the ARIA pattern. Mantine's is not used: its positioning code is
 * larger than everything else on the search page.
 */
export function Combobox({ value, onType, suggestions, onChoose, onEnter, firstIsActive, ...input }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // Kept by name, so that new suggestions do not change which one is selected.
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const options = suggestionKinds.flatMap((kind) => suggestions.filter((s) => s.kind === kind))
  const found = options.findIndex((o) => keyOf(o) === activeKey)
  const active = found < 0 && firstIsActive ? 0 : found
  const shown = open && value.trim() !== '' && options.length > 0
  const optionId = (i: number) => `${id}-${i}`

  useEffect(() => {
    if (shown && active >= 0) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [shown, active])

  const close = () => {
    setOpen(false)
    setActiveKey(null)
  }
  const choose = (option: Suggestion) => {
    close()
    onChoose(option)
  }
  const move = (by: 1 | -1) => {
    if (!shown) return setOpen(true)
    // One step beyond either end is the text itself, unless the first option is preselected.
    const before = firstIsActive ? 0 : 1
    const places = options.length + before
    const next = options[((active + before + by + places) % places) - before]
    setActiveKey(next ? keyOf(next) : null)
  }
  const press = (e: KeyboardEvent<HTMLInputElement>) => {
    if (e.nativeEvent.isComposing) return
    const option = shown ? options[active] : undefined
    switch (e.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        e.preventDefault()
        return move(e.key === 'ArrowDown' ? 1 : -1)
      case 'Enter':
        e.preventDefault()
        if (option) return choose(option)
        close()
        return onEnter()
      case 'Escape':
        e.preventDefault() // browsers clear a search field on Escape
        if (shown) close()
        else e.currentTarget.blur()
    }
  }

  return (
    <div className={classes.root}>
      <TextInput
        {...input}
        value={value}
        onChange={(e) => {
          setOpen(true)
          setActiveKey(null)
          onType(e.currentTarget.value)
        }}
        onKeyDown={press}
        onBlur={(e) => {
          if (shown && firstIsActive && options[active]) choose(options[active])
          close()
          input.onBlur?.(e)
        }}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <div className="sr-only" role="status">
        {shown && text.jobs.suggestionsFound(options.length)}
      </div>
      {shown && (
        // Pressing the list must not take the focus from the field, which would close the list before the click.
        <div
          ref={list}
          className={classes.list}
          id={`${id}-list`}
          role="listbox"
          aria-label={text.jobs.suggestions}
          onMouseDown={(e) => e.preventDefault()}
        >
          {suggestionKinds.map((kind) => {
            const group = options.filter((o) => o.kind === kind)
            if (group.length === 0) return null
            return (
              <div key={kind} role="group" aria-label={text.jobs.suggestionKinds[kind]}>
                <div className={classes.group} aria-hidden>
                  {text.jobs.suggestionKinds[kind]}
                </div>
                {group.map((o) => {
                  const at = options.indexOf(o)
                  return (
                    <div
                      key={o.value}
                      id={optionId(at)}
                      className={classes.option}
                      role="option"
                      aria-selected={at === active}
                      onClick={() => choose(o)}
                    >
                      <span className={classes.name}>{o.kind === 'place' ? placeName(o.value) : o.value}</span>
                      <span className={classes.count}>{formatNumber(o.count)}</span>
                    </div>
                  )
                })}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}
