export default function Cart() {
  return <h1>cart</h1>
}
