import { Button } from '@mantine/core'
import { IconCloudOff, IconCompass } from '@tabler/icons-react'
import { Link, useRouteError } from 'react-router'
import { text } from '~/text'
import { Page } from './page'
import { Empty } from './states'

/** RouteFailure stands for a page that could not be shown: most often its code did not arrive. */
export function RouteFailure() {
  const error = useRouteError()
  const missing = error instanceof TypeError && /import|module|fetch/i.test(error.message)
  return (
    <Page title={missing ? text.errors.pageMissing : text.errors.title} narrow>
      <Empty
        icon={IconCloudOff}
        title={missing ? text.errors.pageMissing : text.errors.title}
        action={<Button onClick={() => window.location.reload()}>{text.errors.reload}</Button>}
      >
        {missing ? text.errors.unreachable : text.errors.pageBroken}
      </Empty>
    </Page>
  )
}

export function NotFound() {
  return (
    <Page title={text.errors.notFound} narrow>
      <Empty
        icon={IconCompass}
        title={text.errors.notFound}
        action={
          <Button component={Link} to="/">
            {text.errors.toStart}
          </Button>
        }
      >
        {text.errors.notFoundHint}
      </Empty>
    </Page>
  )
}
