-- What an owner sees at the desk of the machine below the shop: its mails, its backups, what is stuck, and all that was done
-- there. Mails that let somebody in are listed and never opened.

-- `asked_at` is when an owner asked for a backup that nobody has begun yet, `looked_at` when a process that makes them last
-- looked whether there is one to make.
alter table public.last_backup add column if not exists asked_at timestamptz, add column if not exists looked_at timestamptz;
create index if not exists outbox_sent on public.outbox (sent_at desc) where sent_at is not null;
create index if not exists outbox_called_off on public.outbox (failed_at desc) where called_off;
create index if not exists desk_log_who on public.desk_log (who, id);

create or replace trigger last_backup_tells_desk after update on public.last_backup for each row
  when ((old.succeeded_at, old.failed_at, old.begun_at) is distinct from (new.succeeded_at, new.failed_at, new.begun_at))
  execute function public.tell_desk('mail');

-- ── Mails ───────────────────────────────────────────────────────────────────────────────────────

-- Whether a mail lets somebody in, or shows them their data: such a link or code is for its reader alone.
create or replace function public.is_key_letter(p_template text, p_data jsonb) returns boolean language sql immutable set search_path = '' as $$
  select p_data ?| array['link', 'token', 'request', 'signup'] or (p_template like 'auth\_%' and p_data ? 'code')
$$;

create or replace function public.letter_state(p_letter public.outbox) returns text language sql immutable set search_path = '' as $$
  select case
    when p_letter.sent_at is not null then 'sent'
    when p_letter.called_off then 'called-off'
    when p_letter.failed_at is not null then 'stuck'
    else 'waiting'
  end
$$;

create or replace function public.letter_row(p_letter public.outbox) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_letter.id, 'template', p_letter.template, 'state', public.letter_state(p_letter), 'to', p_letter.recipient,
    'number', p_letter.data -> 'number', 'reference', p_letter.data -> 'reference', 'tries', p_letter.attempts,
    'createdAt', p_letter.created_at, 'nextAt', p_letter.next_attempt_at, 'failedAt', p_letter.failed_at,
    'sentAt', p_letter.sent_at, 'error', p_letter.last_error, 'isKey', public.is_key_letter(p_letter.template, p_letter.data)
  )
$$;

-- How many there are of each kind; the shop's note to its owner about what is stuck is no news here.
create or replace function public.letter_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'stuck', (select count(*) from public.outbox o where o.failed_at is not null and not o.called_off),
    'waiting', (select count(*) from public.outbox o where o.sent_at is null and o.failed_at is null),
    'sent', (select count(*) from public.outbox o where o.sent_at is not null),
    'called-off', (select count(*) from public.outbox o where o.called_off)
  )
$$;

-- The mails of a state ('stuck', 'waiting', 'sent', 'called-off'), newest first, those that wait by when they go; or what a
-- search finds in all of them, by a part of the address, the number of an order or the reference of an enquiry.
create or replace function public.desk_mails(p_state text default 'stuck', p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(public.trim_text(coalesce(p_search, '')));
  most integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  start integer := greatest(coalesce(p_offset, 0), 0);
  found jsonb;
begin
  perform public.desk_enter();
  if words <> '' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.created_at desc, o.id), '[]') into found from (
      select o.* from public.outbox o
      where strpos(lower(o.recipient), words) > 0
        or (words ~ '^#?[0-9]{1,15}$' and o.data ->> 'number' = ltrim(words, '#'))
        or lower(o.data ->> 'reference') = words
      order by o.created_at desc, o.id limit most offset start
    ) o;
  elsif p_state = 'sent' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.sent_at desc, o.id), '[]') into found
    from (select o.* from public.outbox o where o.sent_at is not null order by o.sent_at desc, o.id limit most offset start) o;
  elsif p_state = 'waiting' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.next_attempt_at, o.id), '[]') into found
    from (select o.* from public.outbox o where o.sent_at is null and o.failed_at is null order by o.next_attempt_at, o.id limit most offset start) o;
  else
    select coalesce(jsonb_agg(public.letter_row(o) order by o.failed_at desc, o.id), '[]') into found from (
      select o.* from public.outbox o
      where o.failed_at is not null and o.called_off = (p_state is not distinct from 'called-off')
      order by o.failed_at desc, o.id limit most offset start
    ) o;
  end if;
  return jsonb_build_object('counts', public.letter_counts(), 'mails', found);
end $$;

-- One mail with what its template shows, for the shop's server, which writes it once more as its reader got it.
create or replace function public.desk_mail(p_id uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare letter public.outbox;
begin
  perform public.desk_enter();
  select * into letter from public.outbox o where o.id = p_id;
  if letter.id is null then
    raise sqlstate 'PT400' using message = 'This mail is not kept any more: sent ones go after thirty days.';
  elsif public.is_key_letter(letter.template, letter.data) then
    raise sqlstate 'PT400' using message = 'This mail lets its reader in. It is for them alone, and is not opened here.';
  end if;
  return jsonb_build_object('mail', public.letter_row(letter), 'data', (public.letter_at_sending(p_id) -> 'facts') || letter.data);
end $$;

-- Has mails tried again at once: up to two hundred, or all that are stuck when p_ids is null. Answers how many.
create or replace function public.desk_try_again(p_ids uuid[]) returns integer language plpgsql security definer set search_path = '' as $$
declare changed integer;
begin
  perform public.desk_enter();
  if cardinality(p_ids) > 200 then raise sqlstate 'PT400' using message = 'Please choose up to 200 mails.'; end if;
  if p_ids is null then
    changed := public.retry_letters(null);
  else
    select coalesce(sum(public.retry_letters(one::text)), 0) into changed from unnest(p_ids) as one;
  end if;
  if changed > 0 then
    perform public.desk_note('try_again', 'mail' || case when changed = 1 and cardinality(p_ids) = 1 then ':' || p_ids[1] else 's' end,
      null, jsonb_build_object('mails', changed));
  end if;
  return changed;
end $$;

-- ── Backups and health ──────────────────────────────────────────────────────────────────────────

create or replace function public.is_backup_under_way(p_backup public.last_backup) returns boolean language sql stable set search_path = '' as $$
  select coalesce(p_backup.begun_at > now() - interval '1 hour'
    and p_backup.begun_at > greatest(coalesce(p_backup.succeeded_at, '-infinity'), coalesce(p_backup.failed_at, '-infinity')), false)
$$;

-- When p_due says that one is due; and at once where an owner has asked for one and none is under way.
create or replace function public.begin_backup(p_due timestamptz, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.last_backup set looked_at = p_now where only_row;
  update public.last_backup b set begun_at = p_now, asked_at = null
  where (b.asked_at is not null and not public.is_backup_under_way(b))
    or (p_due is not null and (b.succeeded_at is null or b.succeeded_at < p_due) and (b.begun_at is null or b.begun_at <= p_now - interval '1 hour'));
  return found;
end $$;

-- Asks for a backup. Whoever presses twice gets one, and one of the last minute is a backup of now.
create or replace function public.desk_back_up() returns void language plpgsql security definer set search_path = '' as $$
declare now_kept public.last_backup;
begin
  perform public.desk_enter();
  select * into now_kept from public.last_backup for update;
  if now_kept.looked_at is null or now_kept.looked_at < now() - interval '15 minutes' then
    raise sqlstate 'PT400' using message = 'The shop cannot make a backup here.';
  end if;
  if now_kept.asked_at is not null or public.is_backup_under_way(now_kept) or now_kept.succeeded_at > now() - interval '1 minute' then return; end if;
  update public.last_backup set asked_at = now() where only_row;
  perform public.desk_note('backup', 'backup');
  perform pg_notify('backups', '');
end $$;

-- How the shop is: {"mails", "catalogue", "payments", "backup"}.
create or replace function public.desk_health() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare kept public.last_backup;
begin
  perform public.desk_enter();
  select * into kept from public.last_backup;
  return jsonb_build_object(
    'mails', (
      select jsonb_build_object('waiting', count(*), 'oldest', min(o.next_attempt_at) filter (where o.next_attempt_at <= now()),
        'lastSentAt', (select max(s.sent_at) from public.outbox s where s.sent_at is not null))
      from public.outbox o where o.sent_at is null and o.failed_at is null
    ),
    'catalogue', jsonb_build_object(
      'waiting', (select count(*) from public.catalogue_jobs j join public.payment_accounts a on a.account = j.account and a.is_in_use),
      'stuck', (select coalesce(jsonb_agg(jsonb_build_object('since', c.since, 'detail', c.detail) order by c.since), '[]') from (
        select * from public.stuck_catalogue(now() - interval '1 hour') order by since limit 20
      ) c)
    ),
    'payments', jsonb_build_object(
      'lastHeardAt', (select max(e.received_at) from public.payment_events e),
      'setAside', (select coalesce(jsonb_agg(to_jsonb(e) order by e.at desc), '[]') from (
        select e.received_at as at, e.type, o.number, e.detail from public.payment_events e left join public.orders o on o.id = e.order_id
        where e.outcome = 'set aside' and e.received_at > now() - interval '30 days' order by e.received_at desc limit 20
      ) e)
    ),
    'backup', jsonb_build_object(
      'succeededAt', kept.succeeded_at, 'bytes', kept.bytes, 'file', regexp_replace(kept.file, '^.*[/\\]', ''),
      'failedAt', kept.failed_at, 'reason', kept.reason, 'isAsked', kept.asked_at is not null,
      'isUnderWay', public.is_backup_under_way(kept), 'canBeAsked', coalesce(kept.looked_at > now() - interval '15 minutes', false),
      'isOverdue', coalesce(kept.succeeded_at < now() - interval '2 days', true)
    )
  );
end $$;
create index if not exists payment_events_received on public.payment_events (received_at);

-- ── What happened ───────────────────────────────────────────────────────────────────────────────

-- What a subject of the log is called, where it has a name of its own: a product, or somebody of the team.
create or replace function public.subject_name(p_subject text) returns text language sql stable security definer set search_path = '' as $$
  select case
    when p_subject ~ '^product:[0-9a-f-]{36}$' then (select p.name from public.products p where p.id::text = substr(p_subject, 9))
    when p_subject ~ '^person:[0-9a-f-]{36}$' then (select s.name from public.staff s where s.user_id::text = substr(p_subject, 8))
  end
$$;

-- What changed between two states, as [{"what", "from", "to"}]: short values only, for the rest is read where it stands.
create or replace function public.log_changes(p_before jsonb, p_after jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('what', k.name, 'from', k.old, 'to', k.new) order by k.name), '[]') from (
    select name, case when length((b.was -> name)::text) <= 120 then b.was -> name end as old,
      case when length((b.is -> name)::text) <= 120 then b.is -> name end as new
    from (select case jsonb_typeof(p_before) when 'object' then p_before else '{}' end as was,
      case jsonb_typeof(p_after) when 'object' then p_after else '{}' end as is) b
    cross join lateral (select distinct jsonb_object_keys(b.was || b.is) as name) names
    where name <> 'request' and (b.was -> name) is distinct from (b.is -> name)
    order by name limit 30
  ) k
$$;

create or replace function public.log_people() returns text[] language sql stable security definer set search_path = '' as $$
  with recursive people as (
    (select l.who from public.desk_log l order by l.who limit 1)
    union all
    select (select l.who from public.desk_log l where l.who > p.who order by l.who limit 1) from people p where p.who is not null
  )
  select coalesce(array_agg(who order by who), '{}') from (select who from people where who is not null limit 100) p
$$;

-- What was done at the desk, the newest first, before the entry p_before: all of it, or what one person did, or what
-- was done to subjects of some kinds ('order', 'product') or to one ('product:<id>').
create or replace function public.desk_what_happened(
  p_who text default null, p_kinds text[] default null, p_subject text default null, p_before bigint default null, p_limit integer default 50
) returns jsonb language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform public.desk_enter();
  return jsonb_build_object('people', public.log_people(), 'name', public.subject_name(p_subject), 'entries', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'at', l.done_at, 'who', l.who, 'action', l.action, 'subject', l.subject,
      'name', left(coalesce(public.subject_name(l.subject), l.after ->> 'title', l.before ->> 'title', l.after ->> 'name', l.before ->> 'name',
        l.after ->> 'question', l.before ->> 'question'), 80),
      'count', case jsonb_typeof(l.after) when 'array' then jsonb_array_length(l.after) end,
      'changes', public.log_changes(l.before, l.after)
    ) order by l.id desc), '[]')
    from (
      select l.* from public.desk_log l
      where (p_who is null or l.who = p_who) and (p_subject is null or l.subject = p_subject)
        and (p_kinds is null or split_part(l.subject, ':', 1) = any (p_kinds)) and (p_before is null or l.id < p_before)
      order by l.id desc limit least(greatest(coalesce(p_limit, 50), 1), 200)
    ) l
  ));
end $$;

-- ── A new phone ─────────────────────────────────────────────────────────────────────────────────

-- Tells staff that somebody got in as them with a browser that none of their other sessions has, and of which they were not
-- told yet. Not of the first hour of their place, which they take with the phone in their hand, and ten a day at most.
create or replace function public.tell_of_phone() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.queue_letter('desk_new_phone', u.email, jsonb_build_object('agent', left(new.user_agent, 300), 'at', now()), new.id::text, now())
  from public.staff s join auth.users u on u.id = s.user_id
  where s.user_id = new.user_id and s.created_at < now() - interval '1 hour' and (s.role = 'packer' or new.aal = 'aal2')
    and not exists (
      select from auth.sessions x where x.user_id = new.user_id and x.id <> new.id and x.user_agent is not distinct from new.user_agent
        and (s.role = 'packer' or x.aal = 'aal2')
    )
    and 10 > (
      select count(*) + 10 * count(*) filter (where o.data ->> 'agent' is not distinct from left(new.user_agent, 300))
      from public.outbox o
      where lower(o.recipient) = lower(u.email) and o.template = 'desk_new_phone' and o.created_at > now() - interval '30 days'
        and (o.created_at > now() - interval '1 day' or o.data ->> 'agent' is not distinct from left(new.user_agent, 300))
    );
  return null;
end $$;
create or replace trigger sessions_tell_of_phone after insert or update of aal on auth.sessions
  for each row execute function public.tell_of_phone();

-- An order has a few lines. Planned for a thousand, each parcel of a list was looked for among the lines of all orders.
alter function public.pieces_to_send rows 5;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_mails, public.desk_mail, public.desk_try_again, public.desk_back_up, public.desk_health,
  public.desk_what_happened to authenticated, service_role;
