import { type ComponentProps, type ComponentType, useState } from 'react'
import { ApiError } from '~/api/error'
import { text } from '~/text'
import { failed } from './toast'

/** TargetButton is the button that a menu hangs on; the menu sets its handlers and attributes. */
export type TargetButton = ComponentType<ComponentProps<'button'>>

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
