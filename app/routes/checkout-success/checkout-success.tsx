export default function CheckoutSuccess() {
  return <h1>checkout-success</h1>
}
