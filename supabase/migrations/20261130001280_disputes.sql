-- Disputes, failed refunds, and addresses where the shop does not deliver: the provider's data, the order's state, the owner's
-- notices, and the hold on packing meanwhile. In pence.

-- One row for each dispute at the provider, as the provider has it: `status` and `reason` are its words. `due_by` is until when
-- it takes evidence, `has_evidence` whether any was sent, `link` the page where the owner answers. While `is_refundable`
-- nothing has been taken yet: it is an inquiry. `revision` counts changes, and tells an older answer of the provider from a
-- newer one. Service role only.
create table if not exists public.disputes (
  id text primary key,
  order_id uuid not null references public.orders on delete cascade,
  amount integer not null check (amount >= 0),
  currency text not null,
  reason text not null,
  status text not null,
  is_refundable boolean not null,
  has_evidence boolean not null,
  due_by timestamptz,
  link text not null,
  opened_at timestamptz not null,
  noted_at timestamptz not null, -- when the shop first heard of it
  closed_at timestamptz, -- when the shop heard how it ended
  revision bigint not null default 1
);
create index if not exists disputes_of_order on public.disputes (order_id);
create index if not exists disputes_open on public.disputes (due_by) where closed_at is null;
alter table public.disputes enable row level security;

-- Refunds whose money came back, by the provider's id. `refund_id` and the columns after it are as the desk had requested them,
-- null and empty for refunds that were made at the provider's dashboard. `settled` is how the owner resolved it. Service role
-- only.
create table if not exists public.failed_refunds (
  id text primary key,
  order_id uuid not null references public.orders on delete cascade,
  amount integer not null check (amount > 0),
  why text, -- the provider's word
  failed_at timestamptz not null,
  refund_id uuid unique,
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  restock boolean not null default false,
  cancels boolean not null default false,
  settled_at timestamptz,
  settled text check (settled in ('again', 'elsewhere', 'left'))
);
create index if not exists failed_refunds_of_order on public.failed_refunds (order_id);
create index if not exists failed_refunds_open on public.failed_refunds (failed_at) where settled_at is null;
alter table public.failed_refunds enable row level security;

-- `dispute_state`: the payment's, the worst of its disputes. `on_hold_since`: the order is not packed from then on, until its
-- owner has released the hold, or its cause is gone.
alter table public.orders add column if not exists dispute_state text check (dispute_state in ('open', 'won', 'lost'));
alter table public.orders add column if not exists on_hold_since timestamptz;
alter table public.orders add column if not exists hold_released_at timestamptz;
create index if not exists orders_disputed on public.orders (number) where dispute_state is not null;
create index if not exists orders_on_hold on public.orders (number) where on_hold_since is not null;

grant all on public.disputes, public.failed_refunds to service_role;
