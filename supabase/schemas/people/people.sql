-- Moves the desk's note about a person to the account's new email address, because the old address may belong to somebody else by
-- now.
create or replace function public.move_person_note() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.person_notes n where n.email = lower(new.email) and lower(old.email) <> lower(new.email);
  update public.person_notes n set email = lower(new.email) where n.email = lower(old.email);
  return null;
end $$;
create or replace trigger users_move_note after update of email on auth.users for each row
  when (old.email is distinct from new.email and new.email is not null) execute function public.move_person_note();

-- Returns the subject that log entries about a person have, a hash that does not name them.
create or replace function public.person_subject(p_email text) returns text language sql immutable set search_path = ''
as $$ select 'person:' || left(public.hash_email(p_email), 12) $$;

-- Returns the orders, enquiries, accounts, newsletter sign-ups and guest carts that a search finds, each with its address,
-- account, name, postcode and time. A search is the number of an order, the reference of an enquiry, the beginning of a
-- postcode, or at least three characters of a name or an address; the newest three hundred of each kind are returned.
create or replace function public.search_people(p_search text) returns table (email text, user_id uuid, name text, postcode text, at timestamptz)
language plpgsql stable security definer rows 50 set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  search_text text := public.trim_text(p_search);
  pattern text := case when length(search_text) >= 3 then public.like_pattern(search_text) end;
  search_number bigint := case when search_text ~ '^#?[0-9]{1,15}$' then ltrim(search_text, '#')::bigint end;
  area text := case when upper(replace(search_text, ' ', '')) ~ '^[A-Z]{1,2}[0-9][A-Z0-9]{0,5}$' then upper(replace(search_text, ' ', '')) || '%' end;
begin
  return query
    select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
    from public.orders o where o.number = search_number;
  return query select e.email, null::uuid, e.name, null, e.created_at from public.enquiries e where e.reference = upper(search_text);
  if area is not null then
    return query
      select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
      from public.orders o where replace(o.delivery_address ->> 'postcode', ' ', '') ilike area
      order by o.number desc limit 300;
  end if;
  if pattern is null then return; end if;
  return query (
    select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
    from public.orders o where o.email ilike pattern or o.delivery_address ->> 'name' ilike pattern
    order by o.number desc limit 300
  ) union all (
    select u.email::text, u.id, p.full_name, null, u.created_at
    from auth.users u left join public.profiles p on p.id = u.id
    where u.id = any (array(
      -- Auth stores the addresses of accounts in lower case.
      select a.id from auth.users a where a.email like lower(pattern)
      union all select n.id from public.profiles n where n.full_name ilike pattern
    ))
    order by u.created_at desc limit 300
  ) union all (
    select e.email, null, e.name, null, e.created_at from public.enquiries e where e.email ilike pattern or e.name ilike pattern
    order by e.created_at desc limit 300
  ) union all (
    select n.email, null, n.name, null, n.created_at from public.newsletter_signups n where n.email ilike pattern or n.name ilike pattern
    order by n.created_at desc limit 300
  ) union all (
    select g.email, null, null, null, g.updated_at from public.guest_carts g where g.email ilike pattern
    order by g.updated_at desc limit 300
  );
end $$;

-- Returns the people whom a search finds, those with the latest row first: {"people": [{"email", "name", "postcode", "orders",
-- "boxes", "enquiry"}], "isAll"}.
create or replace function public.desk_find_people(p_search text, p_limit integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare page_size integer := least(greatest(coalesce(p_limit, 20), 1), 50);
begin
  perform public.require_staff();
  return (
    with people as (
      select lower(coalesce(u.email, f.email)) as email, (array_agg(u.id) filter (where u.id is not null))[1] as user_id, max(f.at) as at,
        (array_agg(f.name order by f.at desc) filter (where f.name <> ''))[1] as name,
        (array_agg(f.postcode order by f.at desc) filter (where f.postcode <> ''))[1] as postcode
      from public.search_people(p_search) f left join auth.users u on u.id = f.user_id
      where coalesce(u.email, f.email) <> ''
      group by 1 order by max(f.at) desc limit page_size + 1
    ), page as (select * from people order by at desc limit page_size)
    select jsonb_build_object('isAll', (select count(*) from people) <= page_size, 'people', coalesce(jsonb_agg(jsonb_build_object(
      'email', p.email, 'name', coalesce(p.name, bought.name), 'postcode', coalesce(p.postcode, bought.postcode), 'orders', bought.paid,
      'boxes', (
        select count(*) from public.subscriptions s where s.order_id = any (bought.ids) and s.status not in ('cancelled', 'incomplete')
      ),
      'enquiry', (
        select coalesce(e.stage, 'new') from public.enquiries e where lower(e.email) = p.email order by e.created_at desc limit 1
      )
    ) order by p.at desc), '[]'))
    from page p cross join lateral (
      select array_agg(o.id) as ids, count(*) filter (where o.paid_at is not null) as paid,
        (array_agg(o.delivery_address ->> 'name' order by o.number desc) filter (where o.delivery_address ->> 'name' <> ''))[1] as name,
        (array_agg(o.delivery_address ->> 'postcode' order by o.number desc) filter (where o.delivery_address ->> 'postcode' <> ''))[1] as postcode
      from public.person_orders(
        -- Auth stores the addresses of accounts in lower case.
        coalesce(p.user_id, (select u.id from auth.users u where u.email = p.email and u.is_sso_user = false)), p.email
      ) o
    ) bought
  );
end $$;

-- Returns a person's consents and refusals of marketing, with the words that they saw.
create or replace function public.marketing_consents(p_email text) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(consent) order by consent.at), '[]') from (
    select 'newsletter' as "of", coalesce(n.confirmed_at, n.created_at) as at, n.consent_page as page, n.consent_wording as words,
      n.confirmed_at is not null as "isYes"
    from public.newsletter_signups n where lower(n.email) = lower(p_email)
    union all
    select 'reminders', c.agreed_at, c.page, c.wording, true
    from public.cart_reminder_consents c where c.email_hash = public.hash_email(p_email)
    union all
    select 'nothing', s.created_at, null, null, false from public.suppressions s where s.email_hash = public.hash_email(p_email)
  ) consent
$$;

-- Returns everything about one person for the desk, with the latest fifty orders and emails; null when nothing is held about the
-- address. Emails are listed without their content.
create or replace function public.desk_person(p_email text) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  account auth.users;
  address text;
  result jsonb;
begin
  perform public.require_staff();
  account := public.find_account(null, p_email);
  address := lower(coalesce(account.email, public.trim_text(p_email)));
  select jsonb_build_object(
    'email', address, 'since', account.created_at,
    'isStaff', exists (select from public.staff s where s.user_id = account.id),
    'bought', (
      select jsonb_build_object('orders', count(*), 'total', coalesce(sum(o.total), 0), 'refunded', coalesce(sum(o.refunded), 0))
      from public.person_orders(account.id, address) o where o.paid_at is not null
    ),
    'orders', (
      select coalesce(jsonb_agg(public.order_row(o, k.packed_at is not null) order by o.number desc), '[]')
      from (select * from public.person_orders(account.id, address) x order by x.number desc limit 50) o
      left join public.order_packing k on k.order_id = o.id
    ),
    'name', coalesce((select p.full_name from public.profiles p where p.id = account.id), (
      select o.delivery_address ->> 'name' from public.person_orders(account.id, address) o
      where o.delivery_address ->> 'name' <> '' order by o.number desc limit 1
    ), (select e.name from public.enquiries e where lower(e.email) = address order by e.created_at desc limit 1),
      (select n.name from public.newsletter_signups n where lower(n.email) = address)),
    'address', (
      select o.delivery_address from public.person_orders(account.id, address) o
      where o.delivery_address is not null order by o.number desc limit 1
    ),
    'boxes', (
      select coalesce(jsonb_agg(
        public.order_subscription(o) || jsonb_build_object('names', jsonb_path_query_array(s.boxes, '$[*].name')) order by o.number desc
      ), '[]')
      from public.subscriptions s join public.person_orders(account.id, address) o on o.id = s.order_id where s.status <> 'incomplete'
    ),
    'enquiries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'reference', e.reference, 'title', coalesce(e.event_type, e.business_name, 'Consultancy'), 'at', e.created_at,
        'stage', coalesce(e.stage, 'new')
      ) order by e.created_at desc), '[]') from public.enquiries e where lower(e.email) = address
    ),
    'consents', public.marketing_consents(address),
    'carts', (
      select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'lines', public.reminder_lines(c.lines)) order by c.at desc), '[]') from (
        select a.updated_at as at, a.items as lines from public.carts a
        where a.user_id = account.id and not a.checked_out and a.items <> '[]'
        union all
        select g.updated_at, g.cart_data from public.guest_carts g where lower(g.email) = address and g.cart_data <> '[]'
      ) c
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'template', l.template, 'number', l.data -> 'number', 'reference', l.data -> 'reference', 'at', coalesce(l.sent_at, l.created_at),
        'state', case when l.sent_at is not null then 'sent' when l.called_off then 'called off' when l.failed_at is not null then 'stuck' else 'waiting' end
      ) order by l.created_at desc), '[]')
      from (select * from public.outbox o where lower(o.recipient) = address order by o.created_at desc limit 50) l
    ),
    'code', (
      select jsonb_build_object('code', d.code, 'percent', d.percent, 'usedAt', d.used_at, 'expiresAt', d.expires_at, 'withdrawnAt', d.withdrawn_at)
      from public.discount_codes d where d.email_hash = public.hash_email(address)
    ),
    'note', coalesce((select n.note from public.person_notes n where n.email = address), ''),
    'hindrances', coalesce(public.erasure_error(account.id, address) -> 'hindrances', '[]'),
    -- An earlier version of the desk shows only one reason why a person cannot be erased.
    'hindrance', public.erasure_error(account.id, address) -> 'error' ->> 'code'
  ) into result;
  return case when account.id is null and (
    select bool_and(value in ('[]', 'null', '""', 'false')) from jsonb_each(result) where key not in ('email', 'bought')
  ) then null else result end;
end $$;

-- Sets the desk's note about a person; p_seen is the note that the caller saw; '' removes the note.
create or replace function public.desk_note_person(p_email text, p_note text, p_seen text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(public.trim_text(p_email));
  current_note text;
begin
  perform public.require_staff();
  if length(p_note) > 4000 then raise sqlstate 'PT400' using message = 'A note has room for 4,000 characters.'; end if;
  if not coalesce(public.is_email_address(address), false) or p_note is null then raise sqlstate 'PT400' using message = 'Who is that about?'; end if;
  perform pg_advisory_xact_lock(hashtextextended(address, 20261540));
  current_note := coalesce((select n.note from public.person_notes n where n.email = address), '');
  if current_note = public.trim_text(p_note) then return; end if;
  if current_note is distinct from p_seen then perform public.raise_conflict(to_jsonb(current_note)); end if;
  delete from public.person_notes n where n.email = address;
  insert into public.person_notes (email, note) select address, public.trim_text(p_note) where public.trim_text(p_note) <> '';
  perform public.log_desk_action('note', public.person_subject(address));
end $$;

-- Emails a person a text written at the desk. p_letter is a new id, so that a repeated request sends only one email.
create or replace function public.desk_write_person(p_email text, p_letter uuid, p_subject text, p_text text) returns void
language plpgsql security definer set search_path = '' as $$
declare subject text := public.clean_line(p_subject);
begin
  perform public.require_staff();
  if p_letter is null or not coalesce(public.is_email_address(p_email), false) then raise sqlstate 'PT400' using message = 'That is not an e-mail address.'; end if;
  if coalesce(length(subject), 0) not between 1 and 150 then raise sqlstate 'PT400' using message = 'What is it about? A few words, please.'; end if;
  if exists (select from public.outbox o where o.dedupe_key = 'person_letter:' || p_letter) then return; end if;
  perform public.queue_desk_email('person_letter', p_email, jsonb_build_object('subject', subject, 'text', public.require_email_text(p_text)), p_letter);
  perform public.log_desk_action('write', public.person_subject(p_email));
end $$;

-- Returns a copy of all data about a person, by the same rules as the person's own request.
create or replace function public.desk_export_person(p_email text) returns json language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_staff();
  perform public.log_desk_action('export', public.person_subject(p_email));
  return public.personal_data(null, public.trim_text(p_email));
end $$;

-- Erases a person by the same rules as their own request; p_typed is the address as the caller typed it. Returns the result of
-- `erase_person`. The function `desk-person` calls it with the caller's token, and ends cancelled subscriptions that are in the
-- way.
create or replace function public.desk_erase_person(p_email text, p_typed text, p_business_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  address text := lower(public.trim_text(p_email));
  outcome jsonb;
begin
  perform public.require_fresh_code();
  if coalesce(address, '') = '' or lower(public.trim_text(p_typed)) is distinct from address then
    raise sqlstate 'PT400' using message = 'That is not the address. Nothing was erased.';
  end if;
  account := public.find_account(null, address);
  if exists (select from public.staff s where s.user_id = account.id) then
    raise sqlstate 'PT400' using message = 'They work at the desk. End their access first.';
  end if;
  outcome := public.erase_person(account.id, address, p_business_email);
  if outcome ? 'erased' then perform public.log_desk_action('erase', public.person_subject(address)); end if;
  return outcome;
end $$;

grant execute on function
  public.desk_find_people,
  public.desk_person,
  public.desk_note_person,
  public.desk_write_person,
  public.desk_export_person,
  public.desk_erase_person
to authenticated, service_role;
