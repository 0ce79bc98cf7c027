-- Queues a job that syncs a changed subject (a product or a delivery method) with the payment provider's account in use. A
-- subject that is not for sale is queued only if that account has it, and waits for `archive_delay`.
create or replace function public.queue_catalogue_job(p_subject text) returns void language plpgsql security definer set search_path = '' as $$
declare
  is_sold boolean := public.is_for_sale(p_subject);
  due timestamptz := now() + case when is_sold then interval '0' else public.archive_delay() end;
begin
  insert into public.catalogue_jobs as j (account, subject, next_attempt_at)
  select a.account, p_subject, due from public.payment_accounts a
  where a.is_in_use and (is_sold or exists (
    select from public.payment_provider_ids k where k.account = a.account and k.lookup_key = replace(p_subject, ':', '_')
  ))
  on conflict (account, subject) do update set
    changes = j.changes + 1, attempts = 0, next_attempt_at = due, failing_since = null, is_refused = false, last_error = null;
  perform pg_notify('catalogue_jobs', '');
end $$;

-- A price that is inserted with its id (by the seed, a backup) is trusted; stripe:sync checks everything. An update queues a job
-- when it changes what the provider is to have, which `complete_catalogue_job` does not.
create or replace function public.queue_price_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.payment_provider_ids where lookup_key = 'price_' || old.id;
    perform public.queue_catalogue_job('product:' || old.product_id);
  elsif tg_op = 'UPDATE' or new.stripe_price_id is null then
    perform public.queue_catalogue_job('product:' || new.product_id);
  end if;
  return null;
end $$;
create or replace trigger prices_queue after insert or delete on public.prices for each row execute function public.queue_price_change();
create or replace trigger prices_queue_change after update on public.prices for each row when (
    (coalesce(old.next_amount, old.unit_amount), old.recurring_interval, old.recurring_interval_count)
      is distinct from (coalesce(new.next_amount, new.unit_amount), new.recurring_interval, new.recurring_interval_count)
  ) execute function public.queue_price_change();

create or replace function public.queue_product_change() returns trigger language plpgsql security definer set search_path = ''
as $$ begin perform public.queue_catalogue_job('product:' || old.id); return null; end $$;
create or replace trigger products_queue after delete on public.products for each row execute function public.queue_product_change();
create or replace trigger products_queue_change after update of name, description, image_url, active, slug on public.products for each row when (
    (old.name, old.description, old.image_url, old.active, old.slug)
      is distinct from (new.name, new.description, new.image_url, new.active, new.slug)
  ) execute function public.queue_product_change();

create or replace function public.queue_delivery_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then perform public.queue_catalogue_job('delivery:' || old.id);
  elsif tg_op = 'UPDATE' or new.stripe_id is null then perform public.queue_catalogue_job('delivery:' || new.id);
  end if;
  return null;
end $$;
create or replace trigger delivery_methods_queue after insert or delete on public.delivery_methods
  for each row execute function public.queue_delivery_change();
create or replace trigger delivery_methods_queue_change after update on public.delivery_methods
  for each row when ((old.name, coalesce(old.next_price, old.price)) is distinct from (new.name, coalesce(new.next_price, new.price)))
  execute function public.queue_delivery_change();

-- Returns all subjects that an account is to have or has had: those for sale, and those that it knows and that are not for sale
-- any more.
create or replace function public.catalogue_subjects(p_account text) returns jsonb language sql stable security definer set search_path = '' as $$
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

-- Returns a product as the provider is to have it (WantedProduct of server/catalogue/jobs.ts); `known` is a price's id there.
create or replace function public.wanted_product(p_account text, p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
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

-- Returns a delivery method as the provider is to have it (WantedShippingRate of server/catalogue/jobs.ts).
create or replace function public.wanted_rate(p_account text, p_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_id, 'terms', case when d.id is not null then public.rate_terms(coalesce(d.next_price, d.price), d.name) end,
    'known', coalesce(case when a.is_in_use then d.stripe_id end, k.provider_id)
  )
  from public.payment_accounts a
  left join public.delivery_methods d on d.id = p_id
  left join public.payment_provider_ids k on k.account = p_account and k.lookup_key = 'delivery_' || p_id
  where a.account = p_account
$$;

-- Claims a job of an account for p_lease_ms: the next one that is due, or that of p_subject, which is created if there is none,
-- and need not be due while its subject is for sale. Returns null when there is none, or another worker has it. The prices of a
-- product that is not for sale lose their ids before it is archived: back on sale, it is not sold until the provider has it
-- again. Fails after 300 ms when an owner's transaction has locked the rows.
create or replace function public.claim_catalogue_job(
  p_account text, p_lease_ms integer, p_subject text default null, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '300ms' as $$
declare
  job public.catalogue_jobs;
  payment_account public.payment_accounts;
  lease timestamptz := p_now + make_interval(secs => p_lease_ms / 1000.0);
begin
  select * into payment_account from public.payment_accounts where account = p_account;
  if p_subject is null then
    update public.catalogue_jobs set claim = gen_random_uuid(), claimed_until = lease, attempts = least(attempts + 1, 1000)
    where (account, subject) = (
      select j.account, j.subject from public.catalogue_jobs j
      where j.account = p_account and payment_account.is_in_use and payment_account.set_up_at is not null
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
  if payment_account.is_in_use and job.subject like 'product:%' and not public.is_for_sale(job.subject) then
    update public.prices set stripe_price_id = null
    where product_id = substr(job.subject, 9)::uuid and stripe_price_id is not null;
  end if;
  return jsonb_build_object(
    'subject', job.subject, 'claim', job.claim, 'changes', job.changes, 'attempt', job.attempts, 'isInUse', payment_account.is_in_use,
    'mayArchive', not payment_account.is_in_use or coalesce(job.archive_at <= p_now, false),
    'product', case when job.subject like 'product:%' then public.wanted_product(p_account, substr(job.subject, 9)::uuid) end,
    'rate', case when job.subject like 'delivery:%' then public.wanted_rate(p_account, substr(job.subject, 10)) end
  );
end $$;

-- Stores the state that the provider has: p_ids ([{"key", "id", "terms"}]) are stored, and a price or rate that is to have
-- exactly those terms takes over id and amount. Then the job is done, unless its rows have changed since it was claimed
-- (p_changes), or something replaced has still to be archived (p_is_left): after `archive_delay`, which begins again when an id
-- was replaced (p_is_swapped). When another worker has taken the job over, it stores nothing, queues the job once more and
-- returns false.
create or replace function public.complete_catalogue_job(
  p_account text, p_subject text, p_claim uuid, p_changes bigint, p_ids jsonb, p_is_swapped boolean, p_is_left boolean,
  p_now timestamptz default now()
) returns boolean language plpgsql security definer set search_path = '' set lock_timeout = '300ms' as $$
declare
  job public.catalogue_jobs;
  product uuid := case when p_subject like 'product:%' then substr(p_subject, 9)::uuid end;
begin
  -- Prices are locked in the order in which an owner's change locks them, so that the two cannot deadlock.
  perform from public.prices where product_id = product for no key update;
  perform from public.products where id = product for no key update;
  select * into job from public.catalogue_jobs where account = p_account and subject = p_subject and claim = p_claim for update;
  if job.subject is null then
    perform public.queue_catalogue_job(p_subject);
    return false;
  end if;
  insert into public.payment_provider_ids (account, lookup_key, provider_id, terms)
  select p_account, reported.key, reported.id, reported.terms from jsonb_to_recordset(p_ids) as reported (key text, id text, terms jsonb)
  on conflict (account, lookup_key) do update set provider_id = excluded.provider_id, terms = excluded.terms;
  if exists (select from public.payment_accounts where account = p_account and is_in_use) then
    update public.prices r set stripe_price_id = reported.id, unit_amount = (reported.terms ->> 'amount')::integer, next_amount = null
    from jsonb_to_recordset(p_ids) as reported (key text, id text, terms jsonb)
    where reported.key = 'price_' || r.id
      and reported.terms = public.price_terms(coalesce(r.next_amount, r.unit_amount), r.recurring_interval, r.recurring_interval_count)
      and (r.stripe_price_id is distinct from reported.id or r.next_amount is not null);
    update public.delivery_methods d set stripe_id = reported.id, price = (reported.terms ->> 'amount')::integer, next_price = null
    from jsonb_to_recordset(p_ids) as reported (key text, id text, terms jsonb)
    where reported.key = 'delivery_' || d.id and reported.terms = public.rate_terms(coalesce(d.next_price, d.price), d.name)
      and (d.stripe_id is distinct from reported.id or d.next_price is not null);
  end if;
  -- Deletes the provider's ids of a deleted subject; one that is only withdrawn keeps them, because it may be sold again as the
  -- same product there.
  delete from public.payment_provider_ids
  where account = p_account and lookup_key = replace(p_subject, ':', '_')
    and not exists (select from public.products where id = product)
    and not exists (select from public.delivery_methods d where 'delivery:' || d.id = p_subject);
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

-- Records a failed attempt; the job is due again at p_retry_at, or at once when its rows have changed since.
create or replace function public.fail_catalogue_job(
  p_account text, p_subject text, p_claim uuid, p_changes bigint, p_error text, p_is_refused boolean, p_retry_at timestamptz,
  p_now timestamptz default now()
) returns void language sql security definer set search_path = '' as $$
  update public.catalogue_jobs set
    claim = null, claimed_until = null,
    next_attempt_at = case when changes = p_changes then p_retry_at else next_attempt_at end,
    failing_since = case when changes = p_changes then coalesce(failing_since, p_now) end,
    is_refused = changes = p_changes and p_is_refused,
    last_error = case when changes = p_changes then left(p_error, 300) end
  where account = p_account and subject = p_subject and claim = p_claim
$$;

-- Returns the subjects that differ from the provider's state, since when, and the consequence in words. A refusal of the
-- provider counts at once, because only another change helps. Other failures count only if they began by p_before, because most
-- outages are over sooner.
create or replace function public.stuck_catalogue_jobs(p_before timestamptz) returns table (since timestamptz, detail text)
language sql stable security definer set search_path = '' as $$
  select j.failing_since, left(coalesce(p.name, d.name, 'Something that was deleted') || ': '
    || case
      when not public.is_for_sale(j.subject) then 'it is off sale here, and not archived at the payment provider yet.'
      when r.stripe_price_id is null and d.stripe_id is null then 'it cannot be bought yet.'
      when coalesce(r.next_amount, d.next_price) is not null then
        'it goes on selling for ' || coalesce(public.format_pence(coalesce(r.unit_amount, d.price)), 'its price')
        || ', not for ' || public.format_pence(coalesce(r.next_amount, d.next_price)) || ' yet.'
      else 'it sells, and the payment page may show an older name or picture.'
    end || ' The reason: ' || coalesce(j.last_error, 'none was given'), 600)
  from public.catalogue_jobs j
  join public.payment_accounts a on a.account = j.account and a.is_in_use
  left join public.products p on 'product:' || p.id = j.subject
  left join lateral (
    select * from public.prices where prices.product_id = p.id order by prices.position limit 1
  ) as r on true
  left join public.delivery_methods d on 'delivery:' || d.id = j.subject
  where j.is_refused or j.failing_since <= p_before
$$;

-- Switches the shop to one of the provider's accounts. The ids of the former account are kept for its return; prices and rates
-- take over the new account's ids if those have exactly the same terms, and otherwise have none. Queues jobs for all subjects,
-- in the sandbox only for those without an id. Returns whether stripe:sync has ever completed for the account.
create or replace function public.use_payment_account(p_account text) returns boolean language plpgsql security definer set search_path = '' as $$
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

grant execute on function
  public.catalogue_subjects,
  public.claim_catalogue_job,
  public.complete_catalogue_job,
  public.fail_catalogue_job,
  public.use_payment_account
to service_role;
