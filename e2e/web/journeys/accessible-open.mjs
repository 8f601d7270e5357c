import { accessiblePages } from '../accessible.mjs'
import { mailboxToken } from '../person.mjs'

/** Every page that needs no account. */
export default async function (stage) {
  const { content } = await stage.stranger().call('GET', '/jobs?size=20')
  const { slug } = content.find((j) => j.company.slug).company
  await accessiblePages(stage, null, [
    '/',
    '/find',
    '/login',
    '/register',
    '/verify?email=mira%40example.org',
    '/forgot',
    '/reset?email=mira%40example.org',
    `/mailbox#${mailboxToken()}`,
    `/companies/${slug}`,
    '/no/such/page',
  ])
}
