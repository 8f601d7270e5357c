/**
 * focusBeside moves the focus away from a button that removes its own entry, marked with data-removes: to that of the next
 * entry, else of the one before, else to the first field or button of the section, or where the caller says. Otherwise the focus
 * would fall to the page. Buttons that do different things with their entries have different values of data-removes.
 */
export function focusBeside(button: HTMLElement, otherwise?: () => void) {
  const section = button.closest<HTMLElement>('section, main')
  if (!section || document.activeElement !== button) return
  const all = [...section.querySelectorAll<HTMLElement>(`[data-removes="${button.dataset.removes}"]`)]
  const at = all.indexOf(button)
  const beside = all[at + 1] ?? all[at - 1]
  if (beside) beside.focus()
  else if (otherwise) otherwise()
  else (section.querySelector<HTMLElement>('input') ?? section.querySelector<HTMLElement>('button'))?.focus()
}

/**
 * focusPast moves the focus away from an entry that is about to go: to the next entry of its section, else to the one before, else to
 * the page, or where the caller says. It does so where the focus is in the entry, in a menu or nowhere: the user may have moved on.
 */
export function focusPast(entry: HTMLElement | null, entries: string, otherwise = focusList) {
  const now = document.activeElement
  const elsewhere = now !== null && now !== document.body && !entry?.contains(now) && !now.closest('[role="menu"]')
  if (!entry || elsewhere) return
  const all = [...(entry.closest('section, main')?.querySelectorAll<HTMLElement>(entries) ?? [])]
  const at = all.indexOf(entry)
  const beside = all[at + 1] ?? all[at - 1]
  const target = beside?.matches('[tabindex]') ? beside : beside?.querySelector<HTMLElement>('a, button')
  if (target) target.focus()
  else otherwise()
}

/** focusSearch goes to the search field of the page and reports whether there is one. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]')
  field?.focus()
  return field !== null
}

/** focusList goes to the results of a search as a whole, which stay when their postings are replaced, or to a page without them. */
export function focusList() {
  const place = document.getElementById('results') ?? document.getElementById('main')
  place?.focus({ preventScroll: true })
}

/** focusSearchOrList goes to the search field unless that would bring up a keyboard on the screen. */
export function focusSearchOrList() {
  if (window.matchMedia('(hover: none)').matches || !focusSearch()) focusList()
}
