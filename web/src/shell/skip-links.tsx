import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { text } from '~/text'
import classes from './layout.module.css'

/** focusResults goes to the first posting of a list, or to the list if it has none. */
export function focusResults() {
  const list = document.getElementById('results')
  const first = list?.querySelector<HTMLElement>('[data-job]') ?? list
  first?.focus()
}

/** SkipLinks are the first stops of the Tab key: past the header, the search and the filters. */
export function SkipLinks() {
  const { pathname } = useLocation()
  const skip = (to: string, label: string, go = () => document.getElementById(to)?.focus()) => {
    const follow = (e: MouseEvent) => {
      e.preventDefault() // a fragment in the address would be one more step back
      go()
    }
    return (
      <a className={classes.skip} href={`#${to}`} onClick={follow}>
        {label}
      </a>
    )
  }
  return (
    <>
      {skip('main', text.nav.skip)}
      {pathname === '/find' && skip('results', text.nav.skipToResults, focusResults)}
      {pathname === '/find' && skip('posting', text.nav.skipToPosting)}
    </>
  )
}
