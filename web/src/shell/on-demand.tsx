import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import { ApiError } from '~/api/error'
import { text } from '~/text'
import { failed } from './toast'

/** TargetButton is the button that a menu hangs on; the menu sets its handlers and attributes. */
export type TargetButton = ComponentType<ComponentProps<'button'>>

/**
 * useOpening returns the state of a menu that was loaded on demand: it opens once its button is there. A menu that begins open does
 * not know where the focus was, and closing it would leave the focus on the page. The button needs autoFocus, because it has
 * replaced the one that was pressed.
 */
export function useOpening() {
  const [opened, onChange] = useState(false)
  useEffect(() => onChange(true), [])
  return { opened, onChange }
}

/**
 * onDemand makes a menu that is loaded when its button is first pressed: the code of floating elements is large, and most
 * pages are read without opening one. The menu gets the button as a property, to hang itself on, and what its user has set of it.
 */
export function onDemand<P extends object>(
  load: () => Promise<{ default: ComponentType<P & { Button: TargetButton }> }>,
  Button: TargetButton,
) {
  return function OnDemand(props: P & { button?: ComponentProps<'button'> }) {
    const [Menu, setMenu] = useState<ComponentType<P & { Button: TargetButton }> | null>(null)
    if (Menu) return <Menu {...props} Button={Button} />
    const open = () =>
      void load().then(
        (loaded) => setMenu(() => loaded.default),
        () => failed(new ApiError(0, '', text.errors.unreachable)), // the button stays, for another try
      )
    return <Button {...props.button} onClick={open} />
  }
}
