import { useToken } from '~/session/session'
import { Dashboard } from './dashboard'
import { Welcome } from './welcome'

/** Home is the home page: an introduction, or the dashboard of the user who is signed in. */
export default function Home() {
  return useToken() ? <Dashboard /> : <Welcome />
}
