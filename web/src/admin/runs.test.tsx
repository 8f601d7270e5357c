import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { theme } from '~/theme/theme'
import { Scheduled } from './runs'

const show = (pass: Parameters<typeof Scheduled>[0]['pass']) =>
  render(
    <MantineProvider theme={theme} env="test">
      <Scheduled pass={pass} />
    </MantineProvider>,
  )

describe('passes on schedule', () => {
  it('say that one is running, when one last ran, and that none ever did', () => {
    const hourAgo = new Date(Date.now() - 3600_000).toISOString()
    show({ running: true, lastRunAt: hourAgo, lastSuccessAt: null })
    expect(screen.getByText(/is running/)).toBeInTheDocument()
    show({ running: false, lastRunAt: hourAgo, lastSuccessAt: null })
    expect(screen.getByText(/last run .*, no success yet/)).toBeInTheDocument()
    show({ running: false, lastRunAt: null, lastSuccessAt: null })
    expect(screen.getByText('On schedule: not yet.')).toBeInTheDocument()
  })
})
