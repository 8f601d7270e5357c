import { Card, Checkbox, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Application } from '~/api/models'
import { dotted } from '~/format/bidi'
import { tidyPlace } from '~/format/place'
import { CompanyLogo } from '~/jobs/company-logo'
import { fromList } from '~/shell/back-link'
import { Lines } from '~/shell/skeletons'
import { text } from '~/text'
import type { Selection } from './bulk'
import { cells } from './table-row'
import { type Column, tableColumns } from './table-state'
import classes from './table.module.css'

interface Props {
  /** Undefined while they are loading. */
  rows: Application[] | undefined
  columns: Column[]
  selection: Selection
}

/** ApplicationCards is the table on a phone: a card for each row, with a line for each column that has a value. */
export function ApplicationCards({ rows, columns, selection }: Props) {
  if (!rows) return <Lines count={6} height={110} />
  return (
    <ul className={classes.cards}>
      {rows.map((a) => (
        <li key={a.id}>
          <Card padding="sm" bg={selection.ids.has(a.id) ? 'var(--accent-soft)' : undefined} data-application={a.id}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <CompanyLogo name={a.job.company} url={a.job.companyLogoUrl} size={36} />
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text component={Link} to={`/tracker/${a.id}`} state={fromList} fw={600} c="inherit" td="none" className={classes.name}>
                  {a.job.title}
                </Text>
                <Text size="sm" c="dimmed" className={classes.name}>
                  {dotted(a.job.company, tidyPlace(a.job.location))}
                </Text>
              </div>
              <Checkbox
                aria-label={text.bulk.select(a.job.title)}
                checked={selection.ids.has(a.id)}
                onChange={() => selection.toggle(a.id)}
              />
            </Group>
            <Facts application={a} columns={columns.filter((c) => c !== 'company' && c !== 'place')} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

function Facts({ application, columns }: { application: Application; columns: Column[] }) {
  const facts = columns.flatMap((c) => {
    const value = cells[c](application)
    return value ? [{ column: c, value }] : []
  })
  if (facts.length === 0) return null
  return (
    <dl className={classes.facts}>
      {facts.map(({ column, value }) => (
        <div key={column}>
          <dt>{tableColumns[column].label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
