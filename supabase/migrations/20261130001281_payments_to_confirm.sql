-- Adds the reason why a payment of a box failed, and the provider's page where its customer confirms or pays it.
alter table public.subscriptions add column if not exists overdue_cause text check (overdue_cause in ('confirm', 'funds', 'expired', 'declined'));
alter table public.subscriptions add column if not exists overdue_link text;
grant select (overdue_cause, overdue_link) on public.subscriptions to authenticated;
