import { useBegunOffline } from '~/offline/pages'
import { useCopy } from '~/offline/state'
import { useToken } from '~/session/session'
import { Page } from '~/shell/page'
import { text } from '~/text'
import { Dashboard, Next } from './dashboard'
import { Welcome } from './welcome'

/** Home is the home page: an introduction, the dashboard of the user who is signed in, or what is next without a connection. */
export default function Home() {
  const token = useToken()
  const copy = useCopy()
  const begunOffline = useBegunOffline()
  if (begunOffline || (copy && !token)) {
    return (
      <Page title={text.phone.nextSteps} narrow>
        <Next />
      </Page>
    )
  }
  return token ? <Dashboard /> : <Welcome />
}
