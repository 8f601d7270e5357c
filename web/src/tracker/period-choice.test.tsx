import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '~/testing'
import { PeriodChoice } from './stats'

it('keeps both of two changes that follow each other before the first is applied', () => {
  const change = vi.fn()
  show(<PeriodChoice period={{ name: 'own', from: '2026-01-01', to: '2026-02-01' }} onChange={change} />)
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-01-05' } })
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-02-05' } })
  expect(change).toHaveBeenLastCalledWith({ period: 'own', from: '2026-01-05', to: '2026-02-05' }, { replace: true })
})
