create or replace function public.notify_outbox_worker() returns trigger language plpgsql set search_path = ''
as $$ begin perform pg_notify('outbox', ''); return null; end $$;
create or replace trigger outbox_notify_worker after insert on public.outbox for each statement execute function public.notify_outbox_worker();

-- Queues an email, once for its key, or each time without one. Without an email address it does nothing. p_rank is its place among
-- the emails of its priority, of which lower ones are sent first; by default the number of emails of the template that were queued
-- for the recipient within the hour, so that nobody’s hundredth delays another’s first. p_priority_of is a template whose priority
-- it has instead of its own.
create or replace function public.queue_email(
  p_template text, p_recipient text, p_data jsonb, p_key text, p_now timestamptz, p_rank integer default null,
  p_priority_of text default null
) returns void language sql security definer set search_path = '' as $$
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at, priority_of, queue_rank)
  select p_template, p_recipient, p_data, p_template || ':' || p_key, p_now, p_now, p_priority_of, coalesce(p_rank, (
    select count(*) from (
      select from public.outbox o
      where lower(o.recipient) = lower(p_recipient) and o.created_at > p_now - interval '1 hour' and o.template = p_template
      limit 100
    ) earlier
  ))
  where coalesce(p_recipient, '') <> ''
  on conflict (dedupe_key) do nothing
$$;

-- Claims up to p_limit due emails for p_lease_ms, by priority, rank and age; p_priorities maps templates to priorities, of which
-- lower ones go first. Without it only the age counts. Each attempt puts an email behind those of the next ten minutes, and
-- after three it has the lowest priority, so that an email that fails each time, or kills its worker, delays no other. An email
-- whose worker died is due again when its lease is over.
create or replace function public.claim_emails(
  p_limit integer, p_lease_ms integer, p_now timestamptz default now(), p_priorities jsonb default '{}'
) returns setof public.outbox language sql security definer set search_path = '' as $$
  update public.outbox set claimed_until = p_now + make_interval(secs => p_lease_ms / 1000.0), attempts = attempts + 1
  where id in (
    select id from public.outbox
    where sent_at is null and failed_at is null and next_attempt_at <= p_now
      and (claimed_until is null or claimed_until <= p_now)
    order by
      case when attempts < 3 then coalesce((p_priorities ->> coalesce(priority_of, template))::integer, 100) else 100 end,
      case when p_priorities = '{}' then 0 else queue_rank end,
      next_attempt_at + attempts * interval '10 minutes'
    limit p_limit for update skip locked
  ) returning *
$$;

-- Marks an email as sent, because the mail server has accepted it. The call is valid even after the worker's lease is over.
create or replace function public.mark_email_sent(p_id uuid, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.outbox set sent_at = p_now, failed_at = null, called_off = false, claimed_until = null, last_error = null
  where id = p_id and sent_at is null
$$;

-- Makes an email due again at p_retry_at, or never when that is null. Changes nothing when another worker has claimed the email in
-- the meantime.
create or replace function public.mark_email_failed(
  p_id uuid, p_attempt integer, p_error text, p_retry_at timestamptz, p_now timestamptz default now()
) returns void language sql security definer set search_path = '' as $$
  update public.outbox set
    claimed_until = null,
    last_error = left(p_error, 500),
    next_attempt_at = coalesce(p_retry_at, next_attempt_at),
    failed_at = case when p_retry_at is null then p_now end
  where id = p_id and attempts = p_attempt and sent_at is null and failed_at is null
$$;

-- Cancels an email for a reason that is no failure. Changes nothing when another worker has claimed the email in the meantime.
create or replace function public.cancel_email(p_id uuid, p_attempt integer, p_reason text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.outbox set claimed_until = null, last_error = left(p_reason, 500), failed_at = p_now, called_off = true
  where id = p_id and attempts = p_attempt and sent_at is null and failed_at is null
$$;

-- Returns claimed emails to the queue that the worker did not try to send; the attempt does not count. p_emails: [{"id",
-- "attempt"}].
create or replace function public.release_emails(p_emails jsonb) returns void language sql security definer set search_path = '' as $$
  update public.outbox o set claimed_until = null, attempts = o.attempts - 1
  from jsonb_to_recordset(p_emails) as given (id uuid, attempt integer)
  where o.id = given.id and o.attempts = given.attempt and o.claimed_until is not null and o.sent_at is null
$$;

-- Counts the emails by state. `tried` counts waiting emails with a failed attempt since they were queued, or since the owner
-- made them due again.
create or replace function public.outbox_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where sent_at is null and failed_at is null),
    'tried', count(*) filter (where sent_at is null and failed_at is null and last_error is not null and attempts > 0),
    'failed', count(*) filter (where failed_at is not null and not called_off),
    'sent', count(*) filter (where sent_at is not null),
    'calledOff', count(*) filter (where called_off)
  ) from public.outbox
$$;

-- Makes emails due at once whose last attempt failed, whether they would be retried later or not: those whose ids begin with
-- p_start, or all when it is null. Returns how many.
create or replace function public.retry_emails(p_start text, p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare changed integer;
begin
  update public.outbox o set
    failed_at = null, attempts = 0, next_attempt_at = p_now, claimed_until = null
  where o.sent_at is null and not o.called_off and o.last_error is not null
    and (o.claimed_until is null or o.claimed_until <= p_now)
    and (p_start is null or starts_with(o.id::text, p_start));
  get diagnostics changed = row_count;
  if changed > 0 then perform pg_notify('outbox', ''); end if;
  return changed;
end $$;

-- Checks a marketing email, or one about a box, a recipe or a product, at the time of sending; the mail worker asks about no others.
-- Returns {"refusal": why it is not sent, or null, "facts": the values that replace those of its data}. Marketing is refused for
-- an unsubscribed address. An email about a box reaches its customer all the same, and so does the requested email about a
-- product that is available again; if that product is gone again, the email is not sent and the request stays.
create or replace function public.check_email_before_sending(p_id uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  email public.outbox;
  box public.subscriptions;
  product public.products;
  refusal text;
  facts jsonb := '{}';
begin
  select * into email from public.outbox o where o.id = p_id;
  if email.template like 'box\_%' and email.template <> 'box_renewal' then
    select * into box from public.subscriptions s
    where s.id = substring(email.dedupe_key from ':([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid;
    if box.id is not null then
      refusal := public.box_email_error(email, box);
      facts := public.box_email(box);
    end if;
  elsif email.template = 'tell_me' then
    select p.* into product from public.products p join public.tell_me_requests r on r.product_id = p.id
    where r.id = (email.data ->> 'waiting')::uuid and r.letter_id = email.id;
    if product.id is null then refusal := 'The recipient does not wait for it any more';
    elsif not public.is_available(product) then refusal := 'It is gone again: the recipient waits on';
    else facts := jsonb_build_object('name', product.name, 'slug', product.slug, 'price', product.price);
    end if;
  elsif email.template = 'cart_follow_up' then
    refusal := public.cart_reminder_error(email);
    if refusal is null then facts := jsonb_build_object('lines', public.reminder_lines(public.saved_cart(email.data ->> 'cart'))); end if;
  elsif email.template = 'recipe_news' then
    facts := public.renewed_recipe_email(email);
    if facts is null then refusal := 'The recipient knows from the email about the parcel, or has nothing of this recipe any more'; end if;
  elsif public.is_suppressed(email.recipient) then
    refusal := 'The recipient wants no such emails';
  end if;
  return jsonb_build_object('refusal', refusal, 'facts', coalesce(facts, '{}'));
end $$;

-- Returns whether an email signs somebody in, shows their data or asks for their confirmation: nobody but its recipient may see
-- such a link or code.
create or replace function public.is_secret_email(p_template text, p_data jsonb) returns boolean language sql immutable set search_path = '' as $$
  select p_data ?| array['link', 'token', 'request', 'signup', 'tellMe'] or (p_template like 'auth\_%' and p_data ? 'code')
$$;

grant execute on function
  public.claim_emails,
  public.mark_email_sent,
  public.mark_email_failed,
  public.cancel_email,
  public.release_emails,
  public.outbox_counts,
  public.retry_emails,
  public.check_email_before_sending
to service_role;
