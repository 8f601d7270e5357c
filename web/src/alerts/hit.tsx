import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AlertHit } from '~/api/models'
import { dotted } from '~/format/bidi'
import { placeName } from '~/jobs/describe'
import { muteState } from '~/jobs/filter-alerts'
import { Marked } from '~/jobs/marks'
import { useSavedFilters } from '~/jobs/saved-queries'
import { text } from '~/text'
import { useWishlist } from '~/tracker/wishlist'
import classes from './alerts.module.css'
import { factName } from './fact-name'
import { HitMenu } from './hit-menu'

/** Hit is a posting of an alert: why it is there, and what can be done with it and with its search. */
export function Hit({ hit }: { hit: AlertHit }) {
  const { data: searches } = useSavedFilters()
  const search = searches?.find((f) => f.id === hit.filterId)
  const { application, saved, toggle, apply } = useWishlist(hit.jobId)
  const muted = search?.alert && muteState(search.alert)
  const label = saved ? text.alerts.unsaveOne(hit.title) : text.alerts.saveOne(hit.title)
  return (
    <article className={classes.hit} data-hit={hit.jobId}>
      <div className={classes.about}>
        <Link to={`/find?job=${hit.jobId}`} className={classes.title}>
          <bdi>
            <Marked text={hit.title} marks={hit.titleMarks} />
          </bdi>
        </Link>
        <Text size="sm" c="dimmed">
          {dotted(hit.company, hit.location && placeName(hit.location))}
        </Text>
        <Text size="sm" mt={4} component="div" className={classes.why}>
          {text.alerts.matches(hit.filterName)}
          {hit.reasons.map((r) => (
            <span key={`${r.kind} ${r.text}`} className={classes.reason} data-kind={r.kind}>
              {r.kind === 'WORD' ? <mark>{r.text}</mark> : factName(r)}
            </span>
          ))}
        </Text>
        {muted && (
          <Text size="xs" c="dimmed" mt={4}>
            {muted.until ? text.alerts.muted(muted.until) : text.alerts.mutedForEver}
          </Text>
        )}
        {searches && !search && (
          <Text size="xs" c="dimmed" mt={4}>
            {text.alerts.searchGone}
          </Text>
        )}
        {application && !saved && (
          <Text size="xs" c="dimmed" mt={4}>
            {text.jobs.tracked(text.status[application.status])}
          </Text>
        )}
      </div>
      <Group gap={2} wrap="nowrap">
        {(!application || saved) && (
          <Tooltip label={label}>
            <ActionIcon aria-label={label} aria-pressed={saved} onClick={toggle}>
              {saved ? <IconBookmarkFilled size={18} color="var(--accent)" /> : <IconBookmark size={18} />}
            </ActionIcon>
          </Tooltip>
        )}
        <HitMenu hit={hit} search={search} application={application} onApplied={apply} />
      </Group>
    </article>
  )
}
