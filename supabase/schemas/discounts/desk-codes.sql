-- Keeps the owner's code on an order that is anonymised: the code names nobody, and the order counts as a use of it for ever.
create or replace function public.keep_owner_code() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select d.code into new.discount_code from public.discount_codes d where d.code = old.discount_code and d.email_hash is null;
  return new;
end $$;
create or replace trigger orders_keep_owner_code before update of erased_at on public.orders for each row
  when (old.erased_at is null and new.erased_at is not null and old.discount_code is not null)
  execute function public.keep_owner_code();

-- Returns a code with its results, in pence. "uses" counts orders that were paid, "open" orders that may still be paid.
create or replace function public.code_row(p_code public.discount_codes) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'code', p_code.code, 'percent', p_code.percent, 'pence', p_code.pence, 'isWhole', p_code.whole_order,
    'startsOn', (p_code.starts_at at time zone 'Europe/London')::date,
    'endsOn', (p_code.ends_at at time zone 'Europe/London')::date - 1,
    'maxUses', p_code.max_uses, 'maxEach', p_code.max_each, 'createdAt', p_code.created_at, 'revision', p_code.revision,
    'state', case
      when p_code.withdrawn_at is not null then 'withdrawn'
      when p_code.ends_at <= now() then 'ended'
      when p_code.max_uses <= usage.uses then 'used-up'
      when p_code.starts_at > now() then 'soon'
      else 'live'
    end,
    'uses', usage.uses, 'open', usage.open, 'off', usage.off, 'taken', usage.taken, 'paidBack', usage.back
  )
  from (
    select count(*) filter (where paid) as uses, count(*) filter (where o.status = 'pending') as open,
      coalesce(sum(o.discount) filter (where paid), 0) as off,
      coalesce(sum(o.total - o.refunded) filter (where paid), 0) as taken,
      coalesce(sum(o.refunded) filter (where paid), 0) as back
    from public.orders o cross join lateral (select o.paid_at is not null and o.sold_out_at is null as paid) as state
    where o.discount_code = p_code.code
  ) as usage
$$;

-- Returns the owner's codes, first those that are neither withdrawn nor ended, each part newest first: {"total", "codes"}; and
-- as "own" how many codes were given for leaving an email address, and how many of them were used.
create or replace function public.desk_codes(p_limit integer default 50, p_offset integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  return jsonb_build_object(
    'total', (select count(*) from public.discount_codes d where d.email_hash is null),
    'codes', (
      select coalesce(jsonb_agg(public.code_row(page.code) order by page.is_over, (page.code).created_at desc, (page.code).code), '[]') from (
        select d as code, d.withdrawn_at is not null or coalesce(d.ends_at <= now(), false) as is_over
        from public.discount_codes d where d.email_hash is null order by is_over, d.created_at desc, d.code
        limit least(p_limit, 200) offset p_offset
      ) as page
    ),
    'own', (
      select jsonb_build_object('given', count(*), 'used', count(d.used_at)) from public.discount_codes d where d.email_hash is not null
    )
  );
end $$;

-- Returns one code with its latest orders; null when there is none.
create or replace function public.desk_code(p_code text) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  return (
    select public.code_row(d) || jsonb_build_object('orders', (
      select coalesce(jsonb_agg(to_jsonb(latest) order by latest.number desc), '[]') from (
        select o.number, o.paid_at as "paidAt", coalesce(o.delivery_address ->> 'name', nullif(o.email, '')) as name,
          o.discount as off, o.total, o.refunded as "paidBack"
        from public.orders o where o.discount_code = d.code and o.paid_at is not null and o.sold_out_at is null
        order by o.number desc limit 20
      ) as latest
    ))
    from public.discount_codes d where d.code = public.normalise_code(p_code) and d.email_hash is null
  );
end $$;

-- Returns why a code cannot have these values, or null.
create or replace function public.validate_code(p_code text, p_percent integer, p_pence integer, p_starts date, p_ends date, p_max_uses integer, p_max_each integer)
returns text language sql stable set search_path = '' as $$
  select case
    when p_code !~ '^[A-Z0-9]{3,24}$' or p_code is null then 'A code is 3 to 24 letters and digits.'
    when (p_percent is null) = (p_pence is null) then 'Say what it takes off: a percentage, or a sum.'
    when p_percent not between 1 and 100 then 'The percentage goes from 1 to 100.'
    when p_pence not between 1 and 99999 then 'The sum is 1p to £999.99.'
    when p_ends < (now() at time zone 'Europe/London')::date then 'The last day has gone.'
    when p_ends < p_starts then 'It ends before it begins.'
    when p_max_uses not between 1 and 100000 then 'Uses in total are 1 to 100,000.'
    when p_max_each not between 1 and 1000 then 'Uses for each person are 1 to 1,000.'
  end
$$;

-- Creates a discount code. Its first and last day are London days, both included; null is no limit. Returns the code as people type
-- it, also when it was created like this in the last two days and has not been changed since: the response may have been lost.
create or replace function public.desk_add_code(
  p_code text, p_percent integer default null, p_pence integer default null, p_whole_order boolean default false,
  p_starts date default null, p_ends date default null, p_max_uses integer default null, p_max_each integer default null
) returns text language plpgsql security definer set search_path = '' as $$
declare
  created public.discount_codes;
  validation_error text := public.validate_code(public.normalise_code(p_code), p_percent, p_pence, p_starts, p_ends, p_max_uses, p_max_each);
begin
  perform public.require_staff();
  if validation_error is not null then raise sqlstate 'PT400' using message = validation_error; end if;
  insert into public.discount_codes (code, percent, pence, whole_order, expires_at, starts_at, ends_at, max_uses, max_each)
  values (
    public.normalise_code(p_code), p_percent, p_pence, coalesce(p_whole_order, false), null, public.london_midnight(p_starts),
    public.london_midnight(p_ends + 1), p_max_uses, p_max_each
  ) on conflict (code) do nothing returning * into created;
  if created.code is null then
    select * into created from public.discount_codes d
    where d.code = public.normalise_code(p_code) and d.email_hash is null and d.revision = 1 and d.created_at > now() - interval '2 days'
      and (d.percent, d.pence, d.whole_order, d.starts_at, d.ends_at, d.max_uses, d.max_each) is not distinct from (
        p_percent, p_pence, coalesce(p_whole_order, false), public.london_midnight(p_starts), public.london_midnight(p_ends + 1), p_max_uses, p_max_each
      );
    if found then return created.code; end if;
    raise sqlstate 'PT400' using message = 'There is a code ' || public.normalise_code(p_code) || ' already.';
  end if;
  perform public.log_desk_action('add_code', 'code:' || created.code, null, public.code_row(created) - '{uses,open,off,taken,paidBack}'::text[]);
  return created.code;
end $$;

create or replace function public.lock_code(p_code text) returns public.discount_codes
language plpgsql security definer set search_path = '' as $$
declare found public.discount_codes;
begin
  select * into found from public.discount_codes d where d.code = public.normalise_code(p_code) and d.email_hash is null for update;
  if found.code is null then perform public.raise_conflict(null); end if;
  return found;
end $$;

-- Changes the last day of a code and its number of uses; its discount stays as it was promised. Returns its revision.
create or replace function public.desk_change_code(
  p_code text, p_revision integer, p_ends date default null, p_max_uses integer default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  previous public.discount_codes;
  updated public.discount_codes;
  validation_error text;
begin
  perform public.require_staff();
  previous := public.lock_code(p_code);
  if (public.london_midnight(p_ends + 1), p_max_uses) is not distinct from (previous.ends_at, previous.max_uses) then return previous.revision; end if;
  if previous.revision is distinct from p_revision then perform public.raise_conflict(public.code_row(previous)); end if;
  validation_error := case
    when public.london_midnight(p_ends + 1) is not distinct from previous.ends_at then null
    else public.validate_code(previous.code, previous.percent, previous.pence, (previous.starts_at at time zone 'Europe/London')::date, p_ends, null, null)
  end;
  validation_error := coalesce(validation_error, case
    when p_max_uses not between 1 and 100000 then 'Uses in total are 1 to 100,000.'
    when p_max_uses < previous.max_uses or (previous.max_uses is null and p_max_uses is not null) then 'You can allow more uses, not fewer: '
      || coalesce(previous.max_uses || ' times', 'without end') || ' was promised. To stop it, withdraw it.'
  end);
  if validation_error is not null then raise sqlstate 'PT400' using message = validation_error; end if;
  update public.discount_codes d set ends_at = public.london_midnight(p_ends + 1), max_uses = p_max_uses, revision = d.revision + 1
  where d.code = previous.code returning * into updated;
  perform public.log_desk_action('change_code', 'code:' || previous.code,
    jsonb_build_object('endsOn', (previous.ends_at at time zone 'Europe/London')::date - 1, 'maxUses', previous.max_uses),
    jsonb_build_object('endsOn', p_ends, 'maxUses', p_max_uses));
  return updated.revision;
end $$;

-- Stops a code at once, or undoes that. A shopper who has it on a payment page already pays with it. Returns its revision.
create or replace function public.desk_withdraw_code(p_code text, p_withdrawn boolean, p_revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  previous public.discount_codes;
  updated public.discount_codes;
begin
  perform public.require_staff();
  previous := public.lock_code(p_code);
  if (previous.withdrawn_at is not null) = coalesce(p_withdrawn, true) then return previous.revision; end if;
  if previous.revision is distinct from p_revision then perform public.raise_conflict(public.code_row(previous)); end if;
  update public.discount_codes d set withdrawn_at = case when coalesce(p_withdrawn, true) then now() end, revision = d.revision + 1
  where d.code = previous.code returning * into updated;
  perform public.log_desk_action('withdraw_code', 'code:' || previous.code,
    jsonb_build_object('withdrawn', previous.withdrawn_at is not null), jsonb_build_object('withdrawn', updated.withdrawn_at is not null));
  return updated.revision;
end $$;

grant execute on function
  public.desk_codes,
  public.desk_code,
  public.desk_add_code,
  public.desk_change_code,
  public.desk_withdraw_code
to authenticated, service_role;
