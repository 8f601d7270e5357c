import { Button, Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './sheet.module.css'

interface Props {
  title: string
  /** What the button at the bottom says; it closes the sheet. */
  action: string
  onClose: () => void
  children: ReactNode
}

/** Sheet comes from the bottom of a phone's screen, within reach of the thumb. */
export function Sheet({ title, action, onClose, children }: Props) {
  return (
    <Drawer opened onClose={onClose} title={title} position="bottom" classNames={classes} styles={{ title: { fontWeight: 650 } }}>
      {children}
      <div className={classes.foot}>
        <Button fullWidth size="md" onClick={onClose}>
          {action}
        </Button>
      </div>
    </Drawer>
  )
}
