import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { connection, useLost } from '~/api/connection'
import { Page } from '~/shell/page'
import { Empty } from '~/shell/states'
import { text } from '~/text'
import { allKey } from '~/tracker/keys'
import { useCopy } from './state'

/** The pages that show the board or what comes next: home, board, an application, reminders. */
const kept = /^\/(tracker(\/[0-9a-f-]{36})?|reminders)?$/

/** useBegunOffline reports whether the page was opened without a connection and there still is none. */
export function useBegunOffline(): boolean {
  const [begun] = useState(connection.isLost)
  return useLost() && begun
}

/** OfflineGate says that a page needs a connection if it was opened without one. A page that was open before stays. */
export function OfflineGate({ pathname, children }: { pathname: string; children: ReactNode }) {
  const lost = useLost()
  const [begun, setBegun] = useState({ pathname, lost })
  // A page that came with the connection is open from then on.
  if (begun.pathname !== pathname || (begun.lost && !lost)) setBegun({ pathname, lost })
  useCopy() // renders again when a copy is there
  const board = useQueryClient().getQueryData(allKey)
  if (!lost || !begun.lost || (board && kept.test(pathname))) return children
  return <NotKept />
}

/** NotKept says that what was opened needs a connection, and what can be read without one. */
export function NotKept() {
  const copy = useCopy()
  return (
    <Page title={text.phone.notKept} narrow>
      <Empty
        icon={IconCloudOff}
        title={text.phone.notKept}
        action={
          copy && (
            <>
              <Button component={Link} to="/tracker">
                {text.tracker.views.board}
              </Button>
              <Button component={Link} to="/" variant="default">
                {text.phone.nextSteps}
              </Button>
            </>
          )
        }
      >
        {copy ? text.phone.notKeptHint : text.phone.nothingKept}
      </Empty>
    </Page>
  )
}
