-- Carts of customers and guests, and the reminders of those that were left.

-- The cart of a signed-in shopper, one each. Its owner reads and upserts it; the email address is always the account's own. The
-- settlement of an order marks it checked out and empties it.
create table public.carts (
  user_id uuid primary key references auth.users on delete cascade,
  email text,
  items jsonb not null default '[]',
  checked_out boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index carts_left on public.carts (updated_at) where not checked_out;
alter table public.carts enable row level security;
grant select, insert (user_id, email, items, checked_out, updated_at), update (user_id, email, items, checked_out, updated_at)
  on public.carts to authenticated;
create policy "People read their own cart" on public.carts for select to authenticated using (user_id = (select auth.uid()));
create policy "People make their own cart" on public.carts for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their own cart" on public.carts for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- The cart of a guest. Its random id, sent as the header x-guest-cart-id, gives access to its lines, but not to its address:
-- that would reveal whether the shop knows an address. It is written through store_guest_cart only.
create table public.guest_carts (
  id uuid primary key default gen_random_uuid(),
  email text check (length(email) <= 255),
  cart_data jsonb not null default '[]',
  checkout_started boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index guest_carts_updated on public.guest_carts (updated_at);
create index guest_carts_left on public.guest_carts (updated_at) where email is not null;
create index guest_carts_email on public.guest_carts (lower(email)) where email is not null;
alter table public.guest_carts enable row level security;
grant select (id, cart_data, checkout_started, created_at, updated_at) on public.guest_carts to anon, authenticated;

-- The reminders that an address got, with the cart they were about: two at most, however many carts it has. A new pair may
-- begin after an order, or when the box was ticked again a month after the last. `brought_back_at` is when their link was last
-- used. Service role only.
create table public.cart_follow_ups (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  cart text not null check (cart ~ '^(guest|account):[0-9a-f-]{36}$'),
  first_queued_at timestamptz not null,
  second_queued_at timestamptz, -- null after the first
  brought_back_at timestamptz
);
create index cart_follow_ups_cart on public.cart_follow_ups (cart);
alter table public.cart_follow_ups enable row level security;

-- The pg_trgm extension may be in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- One row for each account, made with it. Its owner reads it and may change the name and the welcome flag.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  full_name text check (length(full_name) <= 100),
  welcome_email_sent boolean not null default false,
  welcomed_back_at timestamptz,
  created_at timestamptz not null default now()
);
create index profiles_words on public.profiles using gin (full_name gin_trgm_ops);
alter table public.profiles enable row level security;
grant select (id, full_name, welcome_email_sent, created_at) on public.profiles to authenticated;
grant update (full_name, welcome_email_sent) on public.profiles to authenticated;
create policy "People read their own profile" on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy "People change their own profile" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- The hash of each recovery code, over the account's id. A code removes the authenticator app from an account, once, if the
-- account has asked for app codes since before the code was made. Nobody reads this table.
create table public.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null check (length(code_hash) = 64),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table public.recovery_codes enable row level security;

-- Requests, by address, for the data that is held about a person. The signed link of the email names the row; it is valid for
-- an hour, for one copy and one erasure (which removes the row). Service role only.
create table public.data_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 5 and 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  downloaded_at timestamptz
);
create index data_requests_email on public.data_requests (lower(email));
alter table public.data_requests enable row level security;
grant all on public.carts, public.guest_carts, public.cart_follow_ups to service_role;
grant all on public.profiles, public.recovery_codes, public.data_requests to service_role;
