import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useToken } from '~/session/session'
import { text } from '~/text'
import { useAllowance } from './find-queries'

/** AddLink leads to the page that adds employers, for those who may, and takes along a name that was typed. */
export function AddLink({ name = '', ...button }: { name?: string } & ButtonProps) {
  const token = useToken()
  const { data } = useAllowance(token !== null)
  if (!data?.allowed) return null
  return (
    <Button
      component={Link}
      to={name ? `/employers/add?${new URLSearchParams({ name })}` : '/employers/add'}
      variant="default"
      leftSection={<IconPlus size={17} />}
      maw="100%"
      {...button}
    >
      {name ? text.employers.addNamed(name) : text.addEmployer.title}
    </Button>
  )
}
