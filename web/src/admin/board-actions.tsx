import { ActionIcon, Button, Group, Loader, Menu, Modal, Stack, Text } from '@mantine/core'
import { IconDots, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { hasStatus } from '~/api/error'
import type { BoardAction, PullTarget } from '~/api/models'
import { formatNumber } from '~/format/number'
import { CodeForm } from '~/settings/two-factor'
import { FormButtons } from '~/shell/buttons'
import { Problem } from '~/shell/states'
import { failed } from '~/shell/toast'
import { later } from '~/text/later'
import { useBoardAction } from './board-queries'

const t = later.adminSystem.boards

const icons = { retry: IconRefresh, pause: IconPlayerPause, resume: IconPlayerPlay, delete: IconTrash }

/** actionsFor returns what can be done with a board in its state. */
export function actionsFor(board: Pick<PullTarget, 'status'>): BoardAction[] {
  return board.status === 'active' ? ['retry', 'pause', 'delete'] : ['resume', 'delete']
}

interface Props {
  board: PullTarget
  /** As a row of buttons instead of a menu. */
  buttons?: boolean
  onDeleted?: () => void
}

/** BoardActions offers what can be done with a board. Deleting asks first. */
export function BoardActions({ board, buttons, onDeleted }: Props) {
  const [deleting, setDeleting] = useState(false)
  const act = useBoardAction(board)
  const choose = (action: BoardAction) =>
    action === 'delete' ? setDeleting(true) : act.mutate({ action }, { onError: (error) => failed(error) })
  const busy = act.isPending || board.pendingAction !== null
  return (
    <>
      {buttons ? (
        <Group gap="xs">
          {actionsFor(board).map((action) => {
            const Emblem = icons[action]
            return (
              <Button
                key={action}
                size="sm"
                variant="default"
                leftSection={<Emblem size={16} aria-hidden />}
                color={action === 'delete' ? 'rose' : undefined}
                disabled={busy}
                onClick={() => choose(action)}
              >
                {t.action[action]}
              </Button>
            )
          })}
        </Group>
      ) : busy ? (
        <Loader size="xs" role="img" aria-label={t.pending[board.pendingAction ?? 'retry']} />
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t.actionsOf(board.companyName)}>
              <IconDots size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actionsFor(board).map((action) => {
              const Emblem = icons[action]
              return (
                <Menu.Item
                  key={action}
                  leftSection={<Emblem size={16} aria-hidden />}
                  color={action === 'delete' ? 'rose' : undefined}
                  onClick={() => choose(action)}
                >
                  {t.action[action]}
                </Menu.Item>
              )
            })}
          </Menu.Dropdown>
        </Menu>
      )}
      {deleting && (
        <DeleteBoard board={board} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      )}
    </>
  )
}

/** DeleteBoard says what happens to the postings, and asks for a code if the account has a second factor. */
function DeleteBoard({ board, onClose, onDeleted }: { board: PullTarget; onClose: () => void; onDeleted?: () => void }) {
  const act = useBoardAction(board, () => {
    onClose()
    onDeleted?.()
  })
  const remove = (code?: string) => act.mutate({ action: 'delete', code })
  // The first refusal asks for the code; later ones say that it was wrong.
  const [coded, setCoded] = useState(false)
  const wrong = hasStatus(act.error, 422)
  return (
    <Modal opened onClose={onClose} title={t.deleteTitle(board.companyName)}>
      <Stack>
        <Text size="sm">{t.deleteLead(board.openPostings, formatNumber(board.openPostings))}</Text>
        <Text size="sm">{t.deleteKeeps}</Text>
        {wrong || coded ? (
          <CodeForm
            lead={t.deleteCode}
            label={later.security.codeOrBackup}
            action={t.action.delete}
            danger
            mutation={{
              mutate: (code) => {
                setCoded(true)
                remove(code)
              },
              isPending: act.isPending,
              error: coded ? act.error : null,
            }}
          />
        ) : (
          <>
            <Problem error={act.error} />
            <FormButtons
              action={t.action.delete}
              color="rose.7"
              onCancel={onClose}
              focusCancel
              loading={act.isPending}
              onClick={() => remove()}
            />
          </>
        )}
      </Stack>
    </Modal>
  )
}
