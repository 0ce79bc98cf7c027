export default function Shop() {
  return <h1>shop</h1>
}
