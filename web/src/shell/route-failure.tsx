import { Button } from '@mantine/core'
import { IconCloudOff, IconCompass } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { Link } from 'react-router'
import { text } from '~/text'
import { Page } from './page'
import { Empty } from './states'

/** RouteFailure replaces a page that failed to render or load, and keeps the frame around it. */
export class RouteFailure extends Component<{ at: string; children: ReactNode }, { failure: unknown; at: string }> {
  override state = { failure: undefined as unknown, at: this.props.at }

  static getDerivedStateFromError(failure: unknown) {
    return { failure }
  }

  // Another page is tried anew.
  static getDerivedStateFromProps(props: { at: string }, state: { at: string }) {
    return props.at === state.at ? null : { failure: undefined, at: props.at }
  }

  override render() {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    const missing = failure instanceof Error && /import|module|fetch|preload/i.test(failure.message)
    return (
      <Page title={missing ? text.errors.pageMissing : text.errors.title} narrow>
        <Empty icon={IconCloudOff} action={<Button onClick={() => window.location.reload()}>{text.errors.reload}</Button>}>
          {missing ? text.errors.unreachable : text.errors.pageBroken}
        </Empty>
      </Page>
    )
  }
}

export function NotFound() {
  return (
    <Page title={text.errors.notFound} narrow>
      <Empty
        icon={IconCompass}
        action={
          <>
            <Button component={Link} to="/">
              {text.errors.toStart}
            </Button>
            <Button component={Link} to="/find" variant="default">
              {text.nav.find}
            </Button>
          </>
        }
      >
        {text.errors.notFoundHint}
      </Empty>
    </Page>
  )
}
