import { useAccount } from '~/session/account'
import { Lines } from '~/shell/skeletons'
import { Failure } from '~/shell/states'
import { ActivityList } from './activity'
import { Danger } from './danger'
import { Email } from './email'
import { Passkeys } from './passkeys'
import { Password } from './password'
import { Sessions } from './sessions'
import { SettingsPage } from './settings-page'
import { TwoFactor } from './two-factor'

export default function Security() {
  const { data, error, refetch } = useAccount()
  return (
    <SettingsPage tab="security">
      {data ? (
        <>
          <TwoFactor account={data} />
          <Passkeys account={data} />
          <Password account={data} />
          <Email account={data} />
          <Sessions />
          <ActivityList />
          <Danger />
        </>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Lines count={3} height={160} />
      )}
    </SettingsPage>
  )
}
