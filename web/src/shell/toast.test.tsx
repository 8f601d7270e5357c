import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '~/api/error'
import { failed, Toasts } from './toast'

it('shows the same error once', async () => {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
  act(() => {
    for (let i = 0; i < 3; i++) failed(new ApiError(0, '', ''))
    failed(new ApiError(503, '', ''))
  })
  expect(await screen.findAllByText(/The server cannot be reached/)).toHaveLength(1)
  expect(screen.getAllByText(/is not available right now/)).toHaveLength(1)
})
