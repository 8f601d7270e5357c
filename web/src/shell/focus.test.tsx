import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { focusBeside } from './focus'

it('goes to the next entry, to the one before, and then to the field', () => {
  render(
    <section>
      <input aria-label="Add" />
      <button type="button" data-removes>
        one
      </button>
      <button type="button" data-removes>
        two
      </button>
    </section>,
  )
  const button = (name: string) => screen.getByRole('button', { name })
  button('one').focus()
  focusBeside(button('one'))
  expect(button('two')).toHaveFocus()
  focusBeside(button('two'))
  expect(button('one')).toHaveFocus()
  button('two').remove()
  focusBeside(button('one'))
  expect(screen.getByLabelText('Add')).toHaveFocus()
  focusBeside(button('one')) // it was pressed without having the focus
  expect(screen.getByLabelText('Add')).toHaveFocus()
})

it('stays among buttons that do the same, and else goes where it is told', () => {
  render(
    <section>
      <button type="button" data-removes="word">
        word
      </button>
      <button type="button" data-removes="entry">
        entry
      </button>
    </section>,
  )
  const otherwise = vi.fn()
  screen.getByRole('button', { name: 'word' }).focus()
  focusBeside(screen.getByRole('button', { name: 'word' }), otherwise)
  expect(otherwise).toHaveBeenCalledOnce()
})
