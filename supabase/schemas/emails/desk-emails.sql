create or replace function public.email_state(p_email public.outbox) returns text language sql immutable set search_path = '' as $$
  select case
    when p_email.sent_at is not null then 'sent'
    when p_email.called_off then 'called-off'
    when p_email.failed_at is not null then 'stuck'
    else 'waiting'
  end
$$;

create or replace function public.email_row(p_email public.outbox) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_email.id, 'template', p_email.template, 'state', public.email_state(p_email), 'to', p_email.recipient,
    'number', p_email.data -> 'number', 'reference', p_email.data -> 'reference', 'tries', p_email.attempts,
    'createdAt', p_email.created_at, 'nextAt', p_email.next_attempt_at, 'failedAt', p_email.failed_at,
    'sentAt', p_email.sent_at, 'error', p_email.last_error, 'isKey', public.is_secret_email(p_email.template, p_email.data)
  )
$$;

-- Returns the number of emails in each state; 'stuck' leaves out the emails that were called off.
create or replace function public.email_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'stuck', (select count(*) from public.outbox o where o.failed_at is not null and not o.called_off),
    'waiting', (select count(*) from public.outbox o where o.sent_at is null and o.failed_at is null),
    'sent', (select count(*) from public.outbox o where o.sent_at is not null),
    'called-off', (select count(*) from public.outbox o where o.called_off)
  )
$$;

-- Returns the latest p_limit emails that match the words: a part of the email address, the number of an order or the reference of
-- an enquiry, in lower case.
create or replace function public.search_emails(p_words text, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare pattern text := '%' || regexp_replace(p_words, '([\\%_])', '\\\1', 'g') || '%';
begin
  return query
    (select o.id from public.outbox o where lower(o.recipient) like pattern order by o.created_at desc, o.id limit p_limit)
    -- No limit is needed here: one order or enquiry has few emails.
    union select o.id from public.outbox o
      where p_words ~ '^#?[0-9]{1,15}$' and o.data ? 'number' and o.data ->> 'number' = ltrim(p_words, '#')
    union select o.id from public.outbox o where o.data ? 'reference' and lower(o.data ->> 'reference') = p_words;
end $$;

-- Returns the emails of a state ('stuck', 'waiting', 'sent', 'called-off'), newest first, those that wait by when they go; or
-- what a search finds in all of them, by a part of the email address, the number of an order or the reference of an enquiry.
create or replace function public.desk_mails(p_state text default 'stuck', p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  search_text text := lower(public.trim_text(left(coalesce(p_search, ''), 200)));
  page_size integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  page_start integer := greatest(coalesce(p_offset, 0), 0);
  found jsonb;
begin
  perform public.require_staff();
  if search_text <> '' then
    select coalesce(jsonb_agg(public.email_row(o) order by o.created_at desc, o.id), '[]') into found from (
      select o.* from public.search_emails(search_text, page_size + page_start) f join public.outbox o on o.id = f
      order by o.created_at desc, o.id limit page_size offset page_start
    ) o;
  elsif p_state = 'sent' then
    select coalesce(jsonb_agg(public.email_row(o) order by o.sent_at desc, o.id), '[]') into found
    from (select o.* from public.outbox o where o.sent_at is not null order by o.sent_at desc, o.id limit page_size offset page_start) o;
  elsif p_state = 'waiting' then
    select coalesce(jsonb_agg(public.email_row(o) order by o.next_attempt_at, o.id), '[]') into found
    from (select o.* from public.outbox o where o.sent_at is null and o.failed_at is null order by o.next_attempt_at, o.id limit page_size offset page_start) o;
  else
    select coalesce(jsonb_agg(public.email_row(o) order by o.failed_at desc, o.id), '[]') into found from (
      select o.* from public.outbox o
      where o.failed_at is not null and o.called_off = (p_state is not distinct from 'called-off')
      order by o.failed_at desc, o.id limit page_size offset page_start
    ) o;
  end if;
  return jsonb_build_object('counts', public.email_counts(), 'mails', found);
end $$;

-- Returns one email with its template's data, for the shop's server, which renders it again as its reader got it.
create or replace function public.desk_mail(p_id uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare email public.outbox;
begin
  perform public.require_staff();
  select * into email from public.outbox o where o.id = p_id;
  if email.id is null then
    raise sqlstate 'PT400' using message = 'This mail is not kept any more: sent ones go after thirty days.';
  elsif public.is_secret_email(email.template, email.data) then
    raise sqlstate 'PT400' using message = 'This mail has a link for its reader alone, so it can’t be opened here.';
  end if;
  -- The opening of an email is logged at most once in fifteen minutes for each member of staff.
  if not exists (
    select from public.desk_log l where l.subject = 'mail:' || email.id and l.action = 'open_mail' and l.user_id = auth.uid()
      and l.done_at > now() - interval '15 minutes'
  ) then
    perform public.log_desk_action('open_mail', 'mail:' || email.id, null, jsonb_build_object('mail', email.template, 'number', email.data -> 'number'));
  end if;
  return jsonb_build_object('mail', public.email_row(email), 'data', (public.check_email_before_sending(p_id) -> 'facts') || email.data);
end $$;

-- Makes emails due at once whose last attempt failed: up to two hundred, or all of them when p_ids is null. Returns how many.
create or replace function public.desk_try_again(p_ids uuid[]) returns integer language plpgsql security definer set search_path = '' as $$
declare changed integer;
begin
  perform public.require_staff();
  if cardinality(p_ids) > 200 then raise sqlstate 'PT400' using message = 'Please choose up to 200 mails.'; end if;
  if p_ids is null then
    changed := public.retry_emails(null);
  else
    select coalesce(sum(public.retry_emails(one::text)), 0) into changed from unnest(p_ids) as one;
  end if;
  if changed > 0 then
    perform public.log_desk_action('try_again', 'mail' || case when changed = 1 and cardinality(p_ids) = 1 then ':' || p_ids[1] else 's' end,
      null, jsonb_build_object('mails', changed));
  end if;
  return changed;
end $$;

grant execute on function
  public.desk_mails,
  public.desk_mail,
  public.desk_try_again
to authenticated, service_role;
