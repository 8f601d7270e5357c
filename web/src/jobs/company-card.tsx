import { Anchor, Badge, Card, Group, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Company } from '~/api/models'
import { text } from '~/text'
import { best } from './company-cache'
import { CompanyLogo } from './company-logo'
import { placeName } from './describe'

/** websiteOf returns a link to the company's website, or null if the address is missing or invalid. */
function websiteOf(company: Company): { href: string; name: string } | null {
  if (!company.website) return null
  try {
    const url = new URL(/^https?:\/\//i.test(company.website) ? company.website : `https://${company.website}`)
    return { href: url.href, name: url.hostname.replace(/^www\./, '') }
  } catch {
    return null
  }
}

/** CompanyFacts shows the industry, size, headquarters and website of a company in one line. */
export function CompanyFacts({ company }: { company: Company }) {
  const site = websiteOf(company)
  const { industry, size, headquarters } = company
  const facts = [industry, size && text.company.people(size), headquarters && placeName(headquarters)].filter(Boolean)
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      {site && (
        <Anchor href={site.href} target="_blank" rel="noopener noreferrer" size="sm">
          {site.name}
        </Anchor>
      )}
    </Group>
  )
}

/** CompanyCard describes the company of a posting. */
export function CompanyCard({ company: fromPosting }: { company: Company }) {
  const company = best(useQueryClient(), fromPosting)
  return (
    <Card component="section" aria-label={text.company.about(company.name)} bg="var(--page)">
      <Group wrap="nowrap" align="flex-start">
        <CompanyLogo name={company.name} url={company.logoUrl} size={44} />
        <div style={{ minWidth: 0, flex: 1 }}>
          <Title order={3}>
            <bdi>{company.name}</bdi>
          </Title>
          <CompanyFacts company={company} />
        </div>
      </Group>
      {company.description && (
        <Text size="sm" mt="sm" lineClamp={6} style={{ whiteSpace: 'pre-line' }}>
          {company.description}
        </Text>
      )}
      {!!company.tags?.length && (
        <Group gap={6} mt="sm">
          {company.tags.map((t) => (
            <Badge key={t} variant="default" tt="none" fw={500}>
              {t}
            </Badge>
          ))}
        </Group>
      )}
      {company.slug && (
        <Anchor component={Link} to={`/companies/${company.slug}`} size="sm" mt="sm">
          {text.company.allOpenings}
        </Anchor>
      )}
    </Card>
  )
}
