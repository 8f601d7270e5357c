let pressed = false
const set = (value: boolean) => () => {
  pressed = value
}
document.addEventListener('pointerdown', set(true), true)
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, set(false), true)

/**
 * whenReleased acts at once, or after the click if a pointer is pressed. A field that is left for a click must not change the page
 * before that click: what is clicked might move away.
 */
export function whenReleased(act: () => void) {
  if (!pressed) return act()
  const ends = new AbortController()
  const end = () => {
    ends.abort()
    setTimeout(act)
  }
  for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, end, { signal: ends.signal })
}
