import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { json, serve, show } from '~/testing'
import { FirstSteps } from './first-steps'

beforeEach(() => {
  localStorage.clear()
  serve(() => json({}))
})

const questions = () => screen.queryByRole('link', { name: /^Answer four short questions/ })

it('invites to the questions, and keeps them in a row when they are put off', () => {
  show(<FirstSteps answered={false} />)
  expect(screen.getByRole('heading')).toHaveTextContent('Find your first jobs')
  expect(questions()).not.toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.getByRole('heading')).toHaveTextContent('First steps')
  expect(screen.getByRole('heading')).toHaveFocus()
  expect(questions()).toHaveAttribute('href', '/start')
})

it('leaves out questions that were answered', () => {
  show(<FirstSteps answered />)
  expect(questions()).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^Add an application/ })).toHaveAttribute('href', '/tracker')
})
