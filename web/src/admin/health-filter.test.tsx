import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '~/testing'
import { HealthFilter } from './health-filter'

it('counts the boards of each health, and selects one or none', () => {
  const onChange = vi.fn()
  const counts = [{ health: 'failing', boards: 3 }, { health: 'paused', boards: 0 }, { health: 'healthy', boards: 1200 }] as const
  const { unmount } = show(<HealthFilter counts={[...counts]} value={undefined} onChange={onChange} />)
  expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual(['Failing (3)', 'Healthy (1,200)'])
  fireEvent.click(screen.getByRole('button', { name: 'Failing (3)' }))
  expect(onChange).toHaveBeenLastCalledWith('failing')
  unmount()
  show(<HealthFilter counts={[...counts]} value="paused" onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'Paused (0)', pressed: true }))
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

it('says that no board fails, unless there is none', () => {
  const names = () => screen.queryAllByRole('button').map((b) => b.textContent)
  const { unmount } = show(
    <HealthFilter counts={[{ health: 'failing', boards: 0 }, { health: 'healthy', boards: 4 }]} value={undefined} onChange={vi.fn()} />,
  )
  expect(names()).toEqual(['Failing (0)', 'Healthy (4)'])
  unmount()
  show(<HealthFilter counts={[{ health: 'failing', boards: 0 }, { health: 'healthy', boards: 0 }]} value={undefined} onChange={vi.fn()} />)
  expect(names()).toEqual([])
})
