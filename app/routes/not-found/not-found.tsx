import { data } from 'react-router'

/** /404 and every path that leads nowhere: the root's boundary shows Page Not Found. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
