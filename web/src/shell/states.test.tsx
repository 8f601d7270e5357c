import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '~/api/error'
import { show } from '~/testing'
import { Failure } from './states'

it.each([[503, 1], [404, 0]])('after %i offers another try %i times', (status, buttons) => {
  show(<Failure error={new ApiError(status, 'Title', 'What happened.')} retry={() => undefined} />)
  expect(screen.getByRole('alert')).toBeInTheDocument()
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(buttons)
})
