import { session } from '~/session/session'

// The first postings of the search, which the server sent with the page. Taken before the app replaces the content of the page.
const list = document.querySelector('ol.first')

/** sentFirst reports whether the page came with postings to show until the app has its own. */
export const sentFirst = () => list !== null && !session.token()

/** FirstPostings shows them in their place in the app. */
export function FirstPostings() {
  return (
    <div
      ref={(place) => {
        if (list) place?.append(list)
      }}
    />
  )
}
