-- Boxes after their first payment: what the provider says of them, the orders of later payments, their emails, and what an
-- owner does with them at the desk.

-- One row a subscription at the provider. `boxes` is what is charged each time, as [{"slug", "name", "image", "quantity",
-- "unitAmount", "size", "interval": {"unit", "count"}}], `amount` its sum. `current_period_end` is when the next payment is
-- taken, unless `ends_at` (it was cancelled, and runs out then) or `ended_at` is set. `overdue_*` is a payment that did not
-- come through. `revision` counts changes, and tells an older answer of the provider from a newer one. Its owner reads it,
-- but for the provider's ids and what the server counts by; only the service role writes.
create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references public.orders,
  user_id uuid references auth.users on delete set null,
  email text not null,
  stripe_subscription_id text not null unique,
  stripe_customer_id text not null,
  status text not null check (status in ('incomplete', 'active', 'past_due', 'unpaid', 'paused', 'cancelled')),
  boxes jsonb not null check (jsonb_typeof(boxes) = 'array'),
  amount integer not null check (amount >= 0),
  currency text not null default 'gbp' check (currency = 'gbp'),
  current_period_end timestamptz not null,
  skips_to timestamptz, -- when a payment is taken after all, the one at `current_period_end` being skipped
  cancel_at_period_end boolean not null default false,
  cancelled_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('asked', 'unpaid')), -- by customer or owner, or by the provider: payments failed
  overdue_invoice_id text, -- null, as its amount, when everything is paid
  overdue_amount integer check (overdue_amount >= 0),
  retry_at timestamptz, -- null when the provider does not try the overdue payment again
  asked_at timestamptz, -- when the sweep last asked the provider about it; null when it never did
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  letters_told text[] not null default '{}' -- ever, as `box_news` names it: the outbox forgets after a month
);
create index subscriptions_of_user on public.subscriptions (user_id, created_at desc);
create index subscriptions_to_ask on public.subscriptions (asked_at) where status <> 'cancelled';
create index subscriptions_overdue on public.subscriptions (updated_at) where overdue_invoice_id is not null and status <> 'cancelled';
alter table public.subscriptions enable row level security;
grant select (
  id, order_id, user_id, email, status, boxes, amount, currency, current_period_end, skips_to, cancel_at_period_end, cancelled_at,
  ends_at, ended_at, end_reason, overdue_amount, retry_at, created_at, updated_at
) on public.subscriptions to authenticated;
create policy "People read their own boxes" on public.subscriptions for select to authenticated using (user_id = (select auth.uid()));

-- Every event of the payment provider that was processed, once. Service role only.
create table public.payment_events (
  id text primary key,
  type text not null,
  order_id uuid references public.orders on delete set null,
  outcome text not null check (outcome in ('applied', 'ignored', 'set aside')),
  detail text,
  received_at timestamptz not null default now()
);
create index payment_events_set_aside on public.payment_events (received_at) where outcome = 'set aside';
create index payment_events_of_order on public.payment_events (order_id) where order_id is not null;
create index payment_events_received on public.payment_events (received_at);
alter table public.payment_events enable row level security;

-- The owner's refunds, in pence, and the pieces that they are for as [{"position", "quantity"}]; [] for a sum of money. The
-- same `request` before the provider has answered is the same refund. `booked_at` is when the provider said that the money has
-- gone, `told_at` when the shopper was written to. Service role only.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  amount integer not null check (amount > 0),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  restock boolean not null default false,
  request jsonb not null default '{}',
  asked_at timestamptz not null default now(),
  booked_at timestamptz,
  told_at timestamptz,
  reason text check (length(reason) between 1 and 500), -- for the desk
  cancels boolean not null default false, -- calls the whole order off
  words text check (length(words) between 1 and 500) -- a line for the shopper of a cancelled order
);
create index refunds_of_order on public.refunds (order_id, asked_at);
create unique index refunds_asked_once on public.refunds (order_id, request) where booked_at is null;
create index refunds_booked on public.refunds (booked_at) where booked_at is not null;
alter table public.refunds enable row level security;

grant all on public.subscriptions to service_role;
grant all on public.payment_events, public.refunds to service_role;
