import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { focusBeside, focusPast } from './focus'

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

it('goes past an entry that goes, and leaves the focus where the user has moved it', () => {
  render(
    <main id="main" tabIndex={-1}>
      <div data-entry>
        <button type="button">one</button>
      </div>
      <div data-entry>
        <a href="#two">two</a>
      </div>
      <div role="menu">
        <button type="button">item</button>
      </div>
      <button type="button">other</button>
    </main>,
  )
  const entry = (name: string) => screen.getByText(name).parentElement
  screen.getByText('one').focus()
  focusPast(entry('one'), '[data-entry]')
  expect(screen.getByText('two')).toHaveFocus()
  focusPast(entry('two'), '[data-entry]')
  expect(screen.getByText('one')).toHaveFocus()
  screen.getByText('item').focus()
  focusPast(entry('one'), '[data-entry]')
  expect(screen.getByText('two')).toHaveFocus()
  screen.getByText('other').focus()
  focusPast(entry('two'), '[data-entry]')
  expect(screen.getByText('other')).toHaveFocus()
  entry('one')?.remove()
  screen.getByText('two').focus()
  focusPast(entry('two'), '[data-entry]')
  expect(screen.getByRole('main')).toHaveFocus()
})
