import { useToken } from '~/session/session'
import { Dashboard } from './dashboard'
import { Welcome } from './welcome'

/** Home is the front page: an invitation to strangers, the day's overview to whoever is signed in. */
export default function Home() {
  return useToken() ? <Dashboard /> : <Welcome />
}
