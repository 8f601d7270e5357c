import { type ComponentType, type ReactNode, useState } from 'react'
import { ApiError } from '~/api/error'
import { text } from '~/text'
import { failed } from './toast'

/**
 * onDemand makes a menu that is loaded when its button is first pressed: the code of floating things is large, and most
 * pages are read without opening one. The button is what stands there until then; `press` goes on its onClick.
 */
export function onDemand<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, button: (props: P, press: () => void) => ReactNode) {
  return function OnDemand(props: P) {
    const [Opened, setOpened] = useState<ComponentType<P> | null>(null)
    if (Opened) return <Opened {...props} />
    return button(props, () => {
      load().then(
        (loaded) => setOpened(() => loaded.default),
        () => failed(new ApiError(0, '', text.errors.unreachable)), // the button stays, for another try
      )
    })
  }
}
