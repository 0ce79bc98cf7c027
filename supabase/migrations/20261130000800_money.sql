-- The shop's money: what the payment provider has put into its balance, taken from it and paid out, and the sums that the desk
-- and the accountant see. Pence; days are those of London; an order counts on the day that it was paid.

-- One row for each transaction of the provider's balance, as the provider has it: `net` is `amount` less `fee`. A `refund` is
-- also a payment that came back later; a `payout` that failed comes back as one above 0. Service role only.
create table public.balance_transactions (
  id text primary key,
  kind text not null check (kind in ('charge', 'refund', 'payout', 'dispute', 'fee', 'adjustment')),
  amount bigint not null,
  fee bigint not null,
  net bigint not null check (net = amount - fee),
  currency text not null,
  created_at timestamptz not null,
  available_on date not null,
  payout_id text, -- which payout it went into; null until it has
  source_id text, -- the charge, refund, dispute or payout that it is of
  payment_id text, -- the payment that this belongs to
  refund_id uuid references public.refunds on delete set null, -- null of what was paid back at the provider's own desk
  order_id uuid references public.orders on delete set null, -- of a charge only when it is what the order was paid by
  description text -- of fees and corrections: what is typed of a payment may name somebody
);
create index balance_of_order on public.balance_transactions (order_id) where order_id is not null;
create index balance_of_refund on public.balance_transactions (refund_id) where refund_id is not null;
create index balance_of_payment on public.balance_transactions (payment_id);
create index balance_unmatched on public.balance_transactions (payment_id) where order_id is null;
create index balance_of_payout on public.balance_transactions (payout_id) where payout_id is not null;
create index balance_beside_orders on public.balance_transactions (created_at) where kind <> 'charge' or order_id is null;
alter table public.balance_transactions enable row level security;

-- The provider's payouts to the bank. `read_at`: when all transactions of the payout were known. Service role only.
create table public.payouts (
  id text primary key,
  amount bigint not null,
  currency text not null,
  status text not null,
  is_automatic boolean not null, -- of one that was asked for by hand the provider does not say what is in it
  created_at timestamptz not null,
  arrives_on date not null,
  read_at timestamptz
);
alter table public.payouts enable row level security;

-- The progress of reading the balance, in one row: the account, the time until which it has been read, when it is due again,
-- and since when it has failed. Service role only.
create table public.balance_reading (
  only_row boolean primary key default true check (only_row),
  account text,
  read_until timestamptz,
  due_at timestamptz not null default '-infinity',
  failing_since timestamptz,
  reason text
);
alter table public.balance_reading enable row level security;
insert into public.balance_reading default values;

-- The sums of past days, kept so that a year is summed at once. A day without its row is counted from the orders; rows are
-- deleted when something of their day changes. Service role only, as the next.
create table public.money_days (
  day date primary key,
  orders integer not null,
  charged integer not null, -- orders that cost something
  goods bigint not null,
  discount bigint not null,
  delivery bigint not null,
  taken bigint not null,
  fees bigint not null,
  fees_known integer not null
);
alter table public.money_days enable row level security;

create table public.money_product_days (
  day date not null references public.money_days on delete cascade,
  slug text not null,
  name text not null,
  pieces integer not null,
  goods bigint not null,
  primary key (day, slug)
);
create index money_product_days_of_product on public.money_product_days (slug);
alter table public.money_product_days enable row level security;

-- The months that are kept, and the last day that their sums include: of the latest month that is the last day kept. A row is
-- deleted with any of those days. Service role only, as the next.
create table public.money_months (
  month date primary key,
  until date not null
);
alter table public.money_months enable row level security;

-- The sales of a product from the first month that is kept to the end of this one, so that the sum of any period is the
-- difference of two rows, plus the days beside. No month between two is missing.
create table public.money_product_months (
  month date not null references public.money_months on delete cascade,
  slug text not null,
  pieces integer not null,
  goods bigint not null,
  primary key (month, slug)
);
alter table public.money_product_months enable row level security;

-- The numbers of orders that were paid and sent before a moment that is two days ago or more, in one row, so that only later
-- orders are counted. The row is deleted when an older order changes, which is rare, and the server counts again. Service role
-- only.
create table public.order_totals (
  only_row boolean primary key default true check (only_row),
  before timestamptz not null,
  paid bigint not null,
  sent bigint not null
);
alter table public.order_totals enable row level security;

grant all on public.order_totals, public.balance_transactions, public.payouts, public.balance_reading, public.money_days,
  public.money_product_days, public.money_months, public.money_product_months to service_role;
