export default function AccountSettings() {
  return <h1>account-settings</h1>
}
