import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { text } from '~/text'
import { useCommands } from './palette-commands'
import classes from './palette.module.css'

/** Palette finds pages, applications, views, companies and actions by what is typed. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const groups = useCommands(typed)
  const commands = groups.flatMap((g) => g.commands)
  const at = Math.min(active, commands.length - 1)
  const optionId = (i: number) => `${id}-${i}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const run = (i: number) => {
    const command = commands[i]
    if (!command) return
    onClose()
    command.run()
  }
  const press = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: commands.length - 1 }[e.key]
    if (to !== undefined && commands.length > 0) {
      e.preventDefault()
      setActive((to + commands.length) % commands.length)
    } else if (e.key === 'Enter') {
      e.preventDefault()
      run(at)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="10vh"
      padding={0}
      size="lg"
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      aria-label={text.nav.palette}
    >
      <TextInput
        className={classes.field}
        variant="unstyled"
        size="md"
        data-autofocus
        leftSection={<IconSearch size={18} />}
        placeholder={text.palette.placeholder}
        aria-label={text.nav.palette}
        value={typed}
        onChange={(e) => {
          setTyped(e.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={press}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <div ref={list} id={`${id}-list`} className={classes.list} role="listbox" aria-label={text.nav.palette}>
        {groups.map((g) => (
          <div key={g.title} role="group" aria-label={g.title}>
            <div className={classes.group} aria-hidden>
              {g.title}
            </div>
            {g.commands.map((c) => {
              const i = commands.indexOf(c)
              return (
                <div
                  key={c.key}
                  id={optionId(i)}
                  className={classes.option}
                  role="option"
                  aria-selected={i === at}
                  onMouseMove={() => setActive(i)}
                  onMouseDown={(e) => e.preventDefault()}
                  onClick={() => run(i)}
                >
                  <c.icon size={17} stroke={1.7} aria-hidden />
                  <span className={classes.label}>{c.label}</span>
                  {c.hint && <span className={classes.hint}>{c.hint}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </Modal>
  )
}
