import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiError } from '~/api/error'
import { theme } from '~/theme/theme'
import { Failure } from './states'

const show = (status: number) =>
  render(
    <MantineProvider theme={theme} env="test">
      <Failure error={new ApiError(status, 'Title', 'What happened.')} retry={() => undefined} />
    </MantineProvider>,
  )

describe('a failure', () => {
  it('offers another try', () => {
    show(503)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })

  it('offers none for what is not there: it will not be there the next time either', () => {
    show(404)
    expect(screen.getByText('What happened.')).toBeInTheDocument()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
