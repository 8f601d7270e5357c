/**
 * focusBeside moves the focus away from a button that removes its own entry, marked with data-removes: to that of the next
 * entry, else of the one before, else to the first field or button of the section. Otherwise the focus would fall to the page.
 */
export function focusBeside(button: HTMLElement) {
  const section = button.closest<HTMLElement>('section, main')
  if (!section || document.activeElement !== button) return
  const all = [...section.querySelectorAll<HTMLElement>('[data-removes]')]
  const at = all.indexOf(button)
  const beside = all[at + 1] ?? all[at - 1] ?? section.querySelector<HTMLElement>('input') ?? section.querySelector<HTMLElement>('button')
  beside?.focus()
}
