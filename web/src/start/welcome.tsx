import { Button, Text, Title } from '@mantine/core'
import { IconBell, IconLayoutKanban, IconLock, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTitle } from '~/shell/page'
import { text } from '~/text'
import classes from './home.module.css'
import { SearchStart } from './search-start'

const points = [
  { icon: IconSearch, ...text.start.points.find },
  { icon: IconLayoutKanban, ...text.start.points.track },
  { icon: IconBell, ...text.start.points.remind },
  { icon: IconLock, ...text.start.points.own },
]

export function Welcome() {
  useTitle('')
  return (
    <>
      <section className={classes.hero}>
        <Title order={1}>{text.start.headline}</Title>
        <Text c="dimmed" size="lg" mt="md">
          {text.start.lead}
        </Text>
        <SearchStart
          formClass={classes.search}
          size="md"
          button={
            <Button type="submit" size="md">
              {text.start.search}
            </Button>
          }
        />
        <Text size="sm" c="dimmed" mt="md">
          {text.start.noAccount}{' '}
          <Link to="/register" style={{ color: 'var(--accent)' }}>
            {text.start.join}
          </Link>
        </Text>
      </section>
      <section className={classes.points} aria-label={text.start.pointsTitle}>
        {points.map((p) => (
          <div key={p.title} className={classes.point}>
            <p.icon size={26} stroke={1.6} aria-hidden />
            <Text fw={620} component="h2">
              {p.title}
            </Text>
            <Text c="dimmed" size="sm" mt={4}>
              {p.body}
            </Text>
          </div>
        ))}
      </section>
    </>
  )
}
