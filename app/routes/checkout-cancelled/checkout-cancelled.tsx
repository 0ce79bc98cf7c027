export default function CheckoutCancelled() {
  return <h1>checkout-cancelled</h1>
}
