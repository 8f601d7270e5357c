import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { ApplicationDetails } from '~/api/models'
import { show } from '~/testing'
import { NextStep } from './next-step'

function Page() {
  const [label, setLabel] = useState('Talk')
  const application = { id: 'a', nextStep: { label, date: '2031-06-15', reminderAt: null } } as ApplicationDetails
  return (
    <>
      <button type="button" onClick={() => setLabel(`${label} again`)}>
        Elsewhere
      </button>
      <NextStep application={application} />
    </>
  )
}

it('shows a step that was changed elsewhere, unless it is being changed here', () => {
  show(<Page />)
  const field = screen.getByLabelText('What happens next')
  const elsewhere = () => fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
  elsewhere()
  expect(field).toHaveValue('Talk again')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  fireEvent.change(field, { target: { value: 'Mine' } })
  elsewhere()
  expect(field).toHaveValue('Mine')
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
})
