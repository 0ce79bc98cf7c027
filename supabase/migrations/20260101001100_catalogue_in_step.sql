-- The catalogue keeps itself in step with the payment provider. What a shopper sees is what is charged, always:
-- a price that has the provider's id sells for exactly what the provider has under that id, and one that has none shows
-- no price. So a new amount waits in `next_amount` until the provider has it, and the old one goes on selling; the id and
-- its amount then change together. What has changed is noted as a job in the transaction of the change, and a worker
-- (server/catalogue) does it (docs/decisions/0014).

-- ── The accounts ────────────────────────────────────────────────────────────────────────────────

-- The payment provider's accounts: which one the shop sells by, and when `npm run stripe:sync` was last through with it.
-- One that it was never through with is left alone by the worker. Service role only.
create table public.payment_accounts (
  account text primary key check (account in ('sandbox', 'test', 'live')),
  is_in_use boolean not null default false,
  set_up_at timestamptz
);
create unique index payment_accounts_in_use on public.payment_accounts (is_in_use) where is_in_use;
alter table public.payment_accounts enable row level security;
grant all on public.payment_accounts to service_role;

-- What a price or a rate is at the provider, where neither can ever be changed.
create function public.price_terms(p_amount integer, p_interval text, p_interval_count smallint) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('amount', p_amount, 'interval', p_interval, 'count', p_interval_count) $$;

create function public.rate_terms(p_amount integer, p_name text) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('amount', p_amount, 'name', p_name) $$;

-- The provider's ids stand under ids of ours, which outlast a new slug: `product_<id>`, `price_<id>`, `delivery_<id>`.
-- `terms` says what a price or rate was made for; another account's id is only taken over for the same.
alter table public.payment_provider_ids add column terms jsonb;

insert into public.payment_accounts (account, is_in_use, set_up_at)
select name,
  name = coalesce((
    select k.account from public.payment_provider_ids k join public.prices r on r.stripe_price_id = k.provider_id limit 1
  ), 'sandbox'),
  case when name = 'sandbox' or exists (
    select from public.payment_provider_ids k where k.account = name and k.lookup_key like 'delivery\_%'
  ) then now() end
from unnest(array['sandbox', 'test', 'live']) as name;

insert into public.payment_provider_ids (account, lookup_key, provider_id)
select k.account, 'product_' || p.id, 'shop_' || p.slug
from public.products p join public.payment_provider_ids k on k.lookup_key = 'price_' || p.slug
where k.account <> 'sandbox';

update public.payment_provider_ids k set
  lookup_key = 'price_' || r.id,
  terms = case when r.stripe_price_id = k.provider_id
    then public.price_terms(r.unit_amount, r.recurring_interval, r.recurring_interval_count) end
from public.prices r join public.products p on p.id = r.product_id
where k.lookup_key = 'price_' || p.slug || case when r.position = 0 then '' else '_' || r.position end;

update public.payment_provider_ids k set terms = public.rate_terms(d.price, d.name)
from public.delivery_methods d where k.lookup_key = 'delivery_' || d.id and d.stripe_id = k.provider_id;

-- ── What sells until the new is there ───────────────────────────────────────────────────────────

-- What a price is to become, in pence; null when it is that already. Write `unit_amount`: the new amount moves here by
-- itself. The same of delivery.
alter table public.prices add column next_amount integer check (next_amount > 0);
alter table public.delivery_methods add column next_price integer check (next_price >= 0);

-- An amount that is written while the old one sells waits in next_amount. Nothing waits where nothing sells, and none
-- waits for the provider to have a price taken away (0).
create function public.hold_price() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.stripe_price_id is null or new.stripe_price_id is distinct from old.stripe_price_id then
    if new.unit_amount <> old.unit_amount then new.next_amount := null; end if;
  elsif new.unit_amount = 0 then
    new.stripe_price_id := null;
    new.next_amount := null;
  else
    new.next_amount := nullif(new.unit_amount, old.unit_amount);
    new.unit_amount := old.unit_amount;
  end if;
  return new;
end $$;
create trigger prices_hold before update of unit_amount on public.prices
  for each row execute function public.hold_price();

-- A box of another rhythm is not sold until the provider has it.
create function public.hold_rhythm() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.stripe_price_id is not distinct from old.stripe_price_id then new.stripe_price_id := null; end if;
  return new;
end $$;
create trigger prices_hold_rhythm before update of recurring_interval, recurring_interval_count on public.prices
  for each row when (
    (old.recurring_interval, old.recurring_interval_count) is distinct from (new.recurring_interval, new.recurring_interval_count)
  ) execute function public.hold_rhythm();

create function public.hold_delivery_price() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.stripe_id is null or new.stripe_id is distinct from old.stripe_id then
    if new.price <> old.price then new.next_price := null; end if;
  else
    new.next_price := nullif(new.price, old.price);
    new.price := old.price;
  end if;
  return new;
end $$;
create trigger delivery_methods_hold before update of price on public.delivery_methods
  for each row execute function public.hold_delivery_price();

-- As before, and null ("Price TBA") while the first price cannot be paid.
create or replace function public.first_price(p_product_id uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select case when stripe_price_id is not null then unit_amount end
  from public.prices where product_id = p_product_id order by position limit 1
$$;
update public.products set price = price where price is distinct from public.first_price(id);

-- As before, but for those of a product whose first price cannot be paid: what is read is shown, and what is shown sells.
drop policy "Anyone reads the prices of active products" on public.prices;
create policy "Anyone reads the prices of active products that have one" on public.prices for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id and p.active and p.price is not null));

-- ── The jobs ────────────────────────────────────────────────────────────────────────────────────

-- What at an account may be out of step: `product:<id>` with all its prices, or `delivery:<id>`, one row each. `changes`
-- counts the changes of its rows, so that whoever has worked on an older state leaves the job. A worker holds `claim`
-- until `claimed_until`. From `archive_at` on, what was replaced may be archived: nobody has a payment page open with it
-- any more. `failing_since` is when the first try failed; `told_at` is no longer used. Service role only.
create table public.catalogue_jobs (
  account text not null references public.payment_accounts,
  subject text not null check (subject ~ '^(product:[0-9a-f-]{36}|delivery:[a-z]+)$'),
  changes bigint not null default 1,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  claim uuid,
  claimed_until timestamptz,
  archive_at timestamptz,
  failing_since timestamptz,
  is_refused boolean not null default false,
  last_error text,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account, subject)
);
create index catalogue_jobs_due on public.catalogue_jobs (account, (attempts > 0), next_attempt_at);
alter table public.catalogue_jobs enable row level security;
grant all on public.catalogue_jobs to service_role;

-- Whether the provider is to sell something: a delivery method that there is, an active product with a price.
create function public.is_for_sale(p_subject text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when p_subject like 'delivery:%'
    then exists (select from public.delivery_methods d where 'delivery:' || d.id = p_subject)
    else exists (
      select from public.products p join public.prices r on r.product_id = p.id
      where p.id = substr(p_subject, 9)::uuid and p.active and coalesce(r.next_amount, r.unit_amount) > 0
    )
  end
$$;

-- How long what is taken out of sale is left at the provider: twice as long as a payment page stays open.
create function public.archive_delay() returns interval
language sql immutable set search_path = ''
as $$ select interval '2 hours' $$;

-- Notes that something of the account in use may be out of step; what it never heard of is none of its concern. What goes
-- out of sale can wait.
create function public.queue_catalogue_job(p_subject text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sells boolean := public.is_for_sale(p_subject);
  due timestamptz := now() + case when sells then interval '0' else public.archive_delay() end;
begin
  insert into public.catalogue_jobs as j (account, subject, next_attempt_at)
  select a.account, p_subject, due from public.payment_accounts a
  where a.is_in_use and (sells or exists (
    select from public.payment_provider_ids k where k.account = a.account and k.lookup_key = replace(p_subject, ':', '_')
  ))
  on conflict (account, subject) do update set
    changes = j.changes + 1, attempts = 0, next_attempt_at = due, failing_since = null, is_refused = false, last_error = null;
  perform pg_notify('catalogue_jobs', '');
end $$;

-- A price that comes with its id (the seed, a backup) is believed; stripe:sync looks at everything.
create function public.note_price_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.payment_provider_ids where lookup_key = 'price_' || old.id;
    perform public.queue_catalogue_job('product:' || old.product_id);
  elsif new.stripe_price_id is null or new.next_amount is not null then
    perform public.queue_catalogue_job('product:' || new.product_id);
  end if;
  return null;
end $$;
create trigger prices_queue after insert or delete on public.prices
  for each row execute function public.note_price_change();
create trigger prices_queue_change after update on public.prices
  for each row when (
    (old.unit_amount, old.next_amount, old.recurring_interval, old.recurring_interval_count)
      is distinct from (new.unit_amount, new.next_amount, new.recurring_interval, new.recurring_interval_count)
  ) execute function public.note_price_change();

create function public.note_product_change() returns trigger
language plpgsql security definer set search_path = ''
as $$ begin perform public.queue_catalogue_job('product:' || old.id); return null; end $$;
create trigger products_queue after delete on public.products
  for each row execute function public.note_product_change();
create trigger products_queue_change after update of name, description, image_url, active, slug on public.products
  for each row when (
    (old.name, old.description, old.image_url, old.active, old.slug)
      is distinct from (new.name, new.description, new.image_url, new.active, new.slug)
  ) execute function public.note_product_change();

create function public.note_delivery_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then perform public.queue_catalogue_job('delivery:' || old.id);
  elsif tg_op = 'UPDATE' or new.stripe_id is null then perform public.queue_catalogue_job('delivery:' || new.id);
  end if;
  return null;
end $$;
create trigger delivery_methods_queue after insert or delete on public.delivery_methods
  for each row execute function public.note_delivery_change();
create trigger delivery_methods_queue_change after update on public.delivery_methods
  for each row when ((old.name, old.price, old.next_price) is distinct from (new.name, new.price, new.next_price))
  execute function public.note_delivery_change();

-- All that an account is to have or has had: what is for sale, and what it knows and is not for sale any more.
create function public.catalogue_subjects(p_account text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(found.subject order by found.kind, found.place, found.subject), '[]') from (
    select 'product:' || p.id as subject, 0 as kind, p."Sort_order" as place from public.products p
    where public.is_for_sale('product:' || p.id)
    union all
    select 'delivery:' || d.id, 1, d."Sort_order" from public.delivery_methods d
    union all
    select replace(k.lookup_key, '_', ':'), 2, 0 from public.payment_provider_ids k
    where k.account = p_account and case when k.lookup_key ~ '^(product_[0-9a-f-]{36}|delivery_[a-z]+)$'
      then not public.is_for_sale(replace(k.lookup_key, '_', ':')) else false end
  ) found
$$;
grant execute on function public.catalogue_subjects(text) to service_role;

-- ── The work ────────────────────────────────────────────────────────────────────────────────────

-- A product as the provider is to have it (WantedProduct of server/catalogue/jobs.ts): `known` is the id that a price has
-- there, as far as we know. One that is gone, or not for sale, is to have nothing.
create function public.wanted_product(p_account text, p_product_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_product_id, 'slug', p.slug, 'name', p.name, 'description', p.description, 'images', coalesce(to_jsonb(p.image_url), '[]'),
    'isForSale', public.is_for_sale('product:' || p_product_id),
    'providerId', coalesce((
      select k.provider_id from public.payment_provider_ids k where k.account = p_account and k.lookup_key = 'product_' || p_product_id
    ), 'shop_' || p_product_id),
    'prices', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', r.id, 'position', r.position,
        'terms', public.price_terms(coalesce(r.next_amount, r.unit_amount), r.recurring_interval, r.recurring_interval_count),
        'known', coalesce(case when a.is_in_use then r.stripe_price_id end, k.provider_id)
      ) order by r.position)
      from public.prices r
      join public.payment_accounts a on a.account = p_account
      left join public.payment_provider_ids k on k.account = p_account and k.lookup_key = 'price_' || r.id
      where r.product_id = p_product_id and coalesce(r.next_amount, r.unit_amount) > 0
    ), '[]')
  ) from (select p_product_id as id) as one left join public.products p on p.id = one.id
$$;

-- A delivery method as the provider is to have it (WantedRate of server/catalogue/jobs.ts).
create function public.wanted_rate(p_account text, p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_id, 'terms', case when d.id is not null then public.rate_terms(coalesce(d.next_price, d.price), d.name) end,
    'known', coalesce(case when a.is_in_use then d.stripe_id end, k.provider_id)
  )
  from public.payment_accounts a
  left join public.delivery_methods d on d.id = p_id
  left join public.payment_provider_ids k on k.account = p_account and k.lookup_key = 'delivery_' || p_id
  where a.account = p_account
$$;

-- Takes the next due job of an account for p_lease_ms, or a look at p_subject whether or not it is due; nobody else gets
-- it meanwhile. A job whose worker died comes back when its lease is over. Attempts are counted when claimed. What is not
-- for sale loses its ids here, before it is archived: should it come back on sale meanwhile, it is not sold until the
-- provider has it again. Null when there is nothing to do, or somebody else is at it. Rows that are locked by their
-- owner's transaction are given way to, at once.
create function public.claim_catalogue_job(
  p_account text, p_lease_ms integer, p_subject text default null, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '300ms'
as $$
declare
  job public.catalogue_jobs;
  used public.payment_accounts;
  lease timestamptz := p_now + make_interval(secs => p_lease_ms / 1000.0);
begin
  select * into used from public.payment_accounts where account = p_account;
  if p_subject is null then
    update public.catalogue_jobs set claim = gen_random_uuid(), claimed_until = lease, attempts = least(attempts + 1, 1000)
    where (account, subject) = (
      select j.account, j.subject from public.catalogue_jobs j
      where j.account = p_account and used.is_in_use and used.set_up_at is not null
        and j.next_attempt_at <= p_now and (j.claimed_until is null or j.claimed_until <= p_now)
      order by j.attempts > 0, j.next_attempt_at limit 1 for update skip locked
    ) returning * into job;
  else
    insert into public.catalogue_jobs as j (account, subject, next_attempt_at, claim, claimed_until, attempts)
    values (p_account, p_subject, p_now, gen_random_uuid(), lease, 1)
    on conflict (account, subject) do update set claim = excluded.claim, claimed_until = lease, attempts = 1
    where (j.claimed_until is null or j.claimed_until <= p_now)
      and (j.next_attempt_at <= p_now or public.is_for_sale(p_subject))
    returning * into job;
  end if;
  if job.subject is null then return null; end if;
  if used.is_in_use and job.subject like 'product:%' and not public.is_for_sale(job.subject) then
    update public.prices set stripe_price_id = null
    where product_id = substr(job.subject, 9)::uuid and stripe_price_id is not null;
  end if;
  return jsonb_build_object(
    'subject', job.subject, 'claim', job.claim, 'changes', job.changes, 'attempt', job.attempts, 'isInUse', used.is_in_use,
    'mayArchive', not used.is_in_use or coalesce(job.archive_at <= p_now, false),
    'product', case when job.subject like 'product:%' then public.wanted_product(p_account, substr(job.subject, 9)::uuid) end,
    'rate', case when job.subject like 'delivery:%' then public.wanted_rate(p_account, substr(job.subject, 10)) end
  );
end $$;
grant execute on function public.claim_catalogue_job(text, integer, text, timestamptz) to service_role;

-- Writes back what the provider has: p_ids, as [{"key", "id", "terms"}], are kept for the account, and each price and
-- rate of the shop that is to be exactly that takes the id over together with its amount. Then the job is done; unless its
-- rows have changed since it was claimed (p_changes), or something replaced is still to be archived (p_is_left). Whoever
-- has lost the job to another changes nothing, and has it looked at once more. Says whether anything was written.
create function public.settle_catalogue_job(
  p_account text, p_subject text, p_claim uuid, p_changes bigint, p_ids jsonb, p_is_swapped boolean, p_is_left boolean,
  p_now timestamptz default now()
) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '300ms'
as $$
declare
  job public.catalogue_jobs;
  product uuid := case when p_subject like 'product:%' then substr(p_subject, 9)::uuid end;
begin
  -- In the order in which a change of the owner's locks them.
  perform from public.prices where product_id = product for no key update;
  perform from public.products where id = product for no key update;
  select * into job from public.catalogue_jobs where account = p_account and subject = p_subject and claim = p_claim for update;
  if job.subject is null then
    perform public.queue_catalogue_job(p_subject);
    return false;
  end if;
  insert into public.payment_provider_ids (account, lookup_key, provider_id, terms)
  select p_account, kept.key, kept.id, kept.terms from jsonb_to_recordset(p_ids) as kept (key text, id text, terms jsonb)
  on conflict (account, lookup_key) do update set provider_id = excluded.provider_id, terms = excluded.terms;
  if exists (select from public.payment_accounts where account = p_account and is_in_use) then
    update public.prices r set stripe_price_id = kept.id, unit_amount = (kept.terms ->> 'amount')::integer, next_amount = null
    from jsonb_to_recordset(p_ids) as kept (key text, id text, terms jsonb)
    where kept.key = 'price_' || r.id
      and kept.terms = public.price_terms(coalesce(r.next_amount, r.unit_amount), r.recurring_interval, r.recurring_interval_count)
      and (r.stripe_price_id is distinct from kept.id or r.next_amount is not null);
    update public.delivery_methods d set stripe_id = kept.id, price = (kept.terms ->> 'amount')::integer, next_price = null
    from jsonb_to_recordset(p_ids) as kept (key text, id text, terms jsonb)
    where kept.key = 'delivery_' || d.id and kept.terms = public.rate_terms(coalesce(d.next_price, d.price), d.name)
      and (d.stripe_id is distinct from kept.id or d.next_price is not null);
  end if;
  -- What is gone for good is forgotten; what is only withdrawn may come back to the same product there.
  delete from public.payment_provider_ids
  where account = p_account and lookup_key = replace(p_subject, ':', '_')
    and not exists (select from public.products where id = product)
    and not exists (select from public.delivery_methods d where 'delivery:' || d.id = p_subject);
  -- The change of its own rows just now is no change to work on: the triggers pass over what is in step.
  if job.changes = p_changes and not p_is_left then
    delete from public.catalogue_jobs where account = p_account and subject = p_subject;
    return true;
  end if;
  update public.catalogue_jobs set
    claim = null, claimed_until = null, attempts = 0, failing_since = null, is_refused = false, last_error = null,
    archive_at = case when not p_is_left then null when p_is_swapped then p_now + public.archive_delay()
      else coalesce(archive_at, p_now + public.archive_delay()) end
  where account = p_account and subject = p_subject;
  update public.catalogue_jobs set next_attempt_at = archive_at
  where account = p_account and subject = p_subject and changes = p_changes;
  return true;
end $$;
grant execute on function public.settle_catalogue_job(text, text, uuid, bigint, jsonb, boolean, boolean, timestamptz) to service_role;

-- What of the account in use is out of step and why, for the owner: has been refused, or failing for p_patience_ms.
create function public.stuck_catalogue(p_patience_ms integer, p_now timestamptz default now())
returns table (subject text, name text, state text, sells integer, wanted integer, reason text)
language sql stable security definer set search_path = ''
as $$
  select j.subject, coalesce(p.name, d.name),
    case
      when not public.is_for_sale(j.subject) then 'withdrawn'
      when r.stripe_price_id is null and d.stripe_id is null then 'not on sale'
      when coalesce(r.next_amount, d.next_price) is not null then 'old price'
      else 'old words'
    end,
    case when coalesce(r.stripe_price_id, d.stripe_id) is not null then coalesce(r.unit_amount, d.price) end,
    coalesce(r.next_amount, r.unit_amount, d.next_price, d.price),
    j.last_error
  from public.catalogue_jobs j
  join public.payment_accounts a on a.account = j.account and a.is_in_use
  left join public.products p on 'product:' || p.id = j.subject
  left join lateral (
    select * from public.prices where prices.product_id = p.id order by prices.position limit 1
  ) as r on true
  left join public.delivery_methods d on 'delivery:' || d.id = j.subject
  where j.is_refused or j.failing_since <= p_now - make_interval(secs => p_patience_ms / 1000.0)
  order by j.failing_since, j.subject
$$;
grant execute on function public.stuck_catalogue(integer, timestamptz) to service_role;

-- Notes a try that failed at the provider; the job comes back at p_retry_at, or at once when its rows have changed since.
-- Writes to the owner when something is stuck that no mail has named yet: one mail for all of it, and one a day.
create function public.fail_catalogue_job(
  p_account text, p_subject text, p_claim uuid, p_changes bigint, p_error text, p_is_refused boolean, p_retry_at timestamptz,
  p_business_email text, p_patience_ms integer, p_now timestamptz default now()
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.catalogue_jobs set
    claim = null, claimed_until = null,
    next_attempt_at = case when changes = p_changes then p_retry_at else next_attempt_at end,
    failing_since = case when changes = p_changes then coalesce(failing_since, p_now) end,
    is_refused = changes = p_changes and p_is_refused,
    last_error = case when changes = p_changes then left(p_error, 300) end
  where account = p_account and subject = p_subject and claim = p_claim;
  if not exists (
    select from public.stuck_catalogue(p_patience_ms, p_now) stuck
    join public.catalogue_jobs j on j.account = p_account and j.subject = stuck.subject where j.told_at is null
  ) then return; end if;
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select 'catalogue_stuck', p_business_email, jsonb_build_object(
    'count', count(*), 'items', jsonb_agg(jsonb_build_object(
      'name', shown.name, 'state', shown.state, 'sells', shown.sells, 'wanted', shown.wanted, 'reason', shown.reason
    ) order by shown.place) filter (where shown.place <= 20)
  ), 'catalogue_stuck:' || to_char(p_now at time zone 'UTC', 'YYYY-MM-DD'), p_now, p_now
  from (select *, row_number() over () as place from public.stuck_catalogue(p_patience_ms, p_now)) as shown
  where coalesce(p_business_email, '') <> ''
  having count(*) > 0
  on conflict (dedupe_key) do nothing;
  if found then
    update public.catalogue_jobs j set told_at = p_now
    from public.stuck_catalogue(p_patience_ms, p_now) stuck where j.account = p_account and j.subject = stuck.subject;
  end if;
end $$;
grant execute on function public.fail_catalogue_job(text, text, uuid, bigint, text, boolean, timestamptz, text, integer, timestamptz) to service_role;

-- Has what is in an order looked at anew: the provider has refused to sell it, or for another sum.
create function public.recheck_catalogue(p_order_id uuid) returns void
language sql security definer set search_path = ''
as $$
  select public.queue_catalogue_job(found.subject) from (
    select 'product:' || i.product_id as subject from public.order_items i where i.order_id = p_order_id and i.product_id is not null
    union
    select 'delivery:' || o.delivery_method_id from public.orders o where o.id = p_order_id
  ) found order by found.subject
$$;
grant execute on function public.recheck_catalogue(uuid) to service_role;

-- ── Another account ─────────────────────────────────────────────────────────────────────────────

-- Has the shop sell by one of the provider's accounts. When it is another than before, the ids of that one are kept for
-- its return, and prices and delivery methods take the new one's for the very amount that they are to have; null where it
-- has none. All of it is looked at, for it may have been away for long; of the sandbox, which lends what the database
-- says, only what has no id. Says whether stripe:sync was ever through with the account.
drop function public.use_payment_account(text);
drop function public.price_ids_of(text);
create function public.use_payment_account(p_account text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare former text;
begin
  perform from public.payment_accounts order by account for update;
  select account into former from public.payment_accounts where is_in_use;
  if former is distinct from p_account then
    insert into public.payment_provider_ids (account, lookup_key, provider_id, terms)
    select former, 'price_' || r.id, r.stripe_price_id, public.price_terms(r.unit_amount, r.recurring_interval, r.recurring_interval_count)
    from public.prices r where r.stripe_price_id is not null
    union all
    select former, 'delivery_' || d.id, d.stripe_id, public.rate_terms(d.price, d.name)
    from public.delivery_methods d where d.stripe_id is not null
    on conflict (account, lookup_key) do update set provider_id = excluded.provider_id, terms = excluded.terms;
    update public.payment_accounts set is_in_use = false where account = former;
    update public.payment_accounts set is_in_use = true where account = p_account;
    update public.prices r set stripe_price_id = k.provider_id, unit_amount = coalesce(r.next_amount, r.unit_amount), next_amount = null
    from public.prices s left join public.payment_provider_ids k
      on k.account = p_account and k.lookup_key = 'price_' || s.id
      and k.terms = public.price_terms(coalesce(s.next_amount, s.unit_amount), s.recurring_interval, s.recurring_interval_count)
    where s.id = r.id and (r.stripe_price_id is not null or k.provider_id is not null);
    update public.delivery_methods d set stripe_id = k.provider_id, price = coalesce(d.next_price, d.price), next_price = null
    from public.delivery_methods s left join public.payment_provider_ids k
      on k.account = p_account and k.lookup_key = 'delivery_' || s.id
      and k.terms = public.rate_terms(coalesce(s.next_price, s.price), s.name)
    where s.id = d.id and (d.stripe_id is not null or k.provider_id is not null);
    perform public.queue_catalogue_job(s.subject) from jsonb_array_elements_text(public.catalogue_subjects(p_account)) s (subject)
    where p_account <> 'sandbox'
      or s.subject in (select 'product:' || r.product_id from public.prices r where r.stripe_price_id is null)
      or s.subject in (select 'delivery:' || d.id from public.delivery_methods d where d.stripe_id is null);
  end if;
  return (select set_up_at is not null from public.payment_accounts where account = p_account);
end $$;
grant execute on function public.use_payment_account(text) to service_role;

-- Prices of before that differ from what the provider has under their ids are found and mended.
select public.queue_catalogue_job(s.subject)
from public.payment_accounts a cross join jsonb_array_elements_text(public.catalogue_subjects(a.account)) s (subject)
where a.is_in_use and a.account <> 'sandbox';

revoke execute on all functions in schema public from public;
