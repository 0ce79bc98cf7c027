-- Maps the provider's status of a dispute to 'open', 'won' (also when the dispute was closed without a withdrawal) or 'lost'.
create or replace function public.dispute_state(p_status text) returns text language sql immutable set search_path = '' as $$
  select case when p_status in ('won', 'warning_closed', 'prevented') then 'won' when p_status = 'lost' then 'lost' else 'open' end
$$;

-- Returns whether a dispute is only an inquiry of a bank: nothing has been withdrawn yet, and a refund ends it. The status decides,
-- because the provider also calls a payment refundable again once its dispute is won.
create or replace function public.is_inquiry(p_status text) returns boolean language sql immutable set search_path = ''
as $$ select p_status like 'warning\_%' or p_status = 'prevented' $$;

-- Returns how far a dispute has gone: 'question' (of a bank), 'open' (the money was withdrawn), 'appeal' (after a won dispute),
-- 'won' or 'lost'. The owner is emailed once about each stage.
create or replace function public.dispute_stage(p_status text) returns text language sql immutable set search_path = '' as $$
  select case when public.dispute_state(p_status) <> 'open' then public.dispute_state(p_status)
    when public.is_inquiry(p_status) then 'question' when p_status like 'appeal\_%' then 'appeal' else 'open' end
$$;

-- Returns whether the owner still has to answer the dispute. The provider's status decides: evidence that was sent for a bank's
-- question does not answer the withdrawal that follows.
create or replace function public.is_dispute_unanswered(p_status text) returns boolean language sql immutable set search_path = ''
as $$ select p_status in ('needs_response', 'warning_needs_response', 'appeal_needs_response') $$;

-- Returns the amount of an order that banks have withdrawn or may keep. That amount cannot be refunded in addition.
create or replace function public.disputed_amount(p_order_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select coalesce(sum(d.amount), 0)::integer from public.disputes d
  where d.order_id = p_order_id and not public.is_inquiry(d.status) and public.dispute_state(d.status) <> 'won'
$$;

-- Returns the revision of a stored dispute. The caller reads it before it asks the provider, so that an older response never
-- overwrites newer data.
create or replace function public.dispute_revision(p_id text) returns bigint language sql stable security definer set search_path = ''
as $$ select coalesce((select d.revision from public.disputes d where d.id = p_id), 0) $$;

-- Returns a dispute as emails and the desk show it. `fee` is its cost according to the provider's balance; null until the balance
-- has been read.
create or replace function public.dispute_facts(p_dispute public.disputes) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_dispute.id, 'number', o.number, 'amount', p_dispute.amount, 'reason', p_dispute.reason, 'status', p_dispute.status,
    'state', public.dispute_state(p_dispute.status), 'isInquiry', public.is_inquiry(p_dispute.status), 'isAnswered', p_dispute.has_evidence and not public.is_dispute_unanswered(p_dispute.status),
    'needsAnswer', public.is_dispute_unanswered(p_dispute.status), 'isAppeal', public.dispute_stage(p_dispute.status) = 'appeal', 'dueBy', p_dispute.due_by, 'link', p_dispute.link,
    'openedAt', p_dispute.opened_at, 'closedAt', p_dispute.closed_at, 'isSent', o.fulfilled_at is not null,
    'isBox', o.is_subscription, 'fee', (
      select sum(b.fee) from public.balance_transactions b where b.source_id = p_dispute.id and b.kind = 'dispute'
    )
  ) from public.orders o where o.id = p_dispute.order_id
$$;

-- Emails the owner once about each stage of a dispute.
create or replace function public.queue_dispute_email(p_dispute public.disputes, p_business_email text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_email(
    'dispute_notice', p_business_email, public.dispute_facts(p_dispute) || '{"isReminder": false}',
    p_dispute.id || ':' || public.dispute_stage(p_dispute.status), p_now
  )
$$;

-- Describes in words what changed in a dispute; returns null when the change needs no notice.
create or replace function public.dispute_change(p_previous public.disputes, p_current public.disputes) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_previous.id is not null and public.dispute_stage(p_previous.status) = public.dispute_stage(p_current.status) then case
      when p_current.has_evidence and not p_previous.has_evidence then 'the bank has our evidence'
      when (p_previous.status, p_previous.amount, p_previous.due_by, p_previous.reason, p_previous.is_refundable)
        is distinct from (p_current.status, p_current.amount, p_current.due_by, p_current.reason, p_current.is_refundable) then 'the dispute has changed'
    end
    else case public.dispute_state(p_current.status)
      when 'won' then case when public.is_inquiry(p_current.status) then 'the bank’s question is closed' else 'the dispute is won, ' || public.format_pence(p_current.amount) || ' is ours again' end
      when 'lost' then 'the dispute is lost, ' || public.format_pence(p_current.amount) || ' is gone'
      else case when public.dispute_stage(p_current.status) = 'appeal' then 'the bank questions the won dispute about ' || public.format_pence(p_current.amount) || ' again'
        when public.is_inquiry(p_current.status) then 'the bank asks about ' || public.format_pence(p_current.amount) else 'the bank has taken ' || public.format_pence(p_current.amount) || ' back' end
    end
  end
$$;

-- Stores the state that a dispute now has at the provider, whatever its event says: p_facts {"id", "amount", "currency", "reason",
-- "status", "isRefundable", "hasEvidence", "dueBy", "openedAt", "link", "revision"} and the ids of its order. Returns a result like
-- `settle_payment`; 'outdated' when the row has changed since its revision was read.
create or replace function public.settle_dispute(
  p_event_id text, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  event_id text := coalesce(p_event_id, 'asked_' || gen_random_uuid());
  target_order public.orders;
  previous public.disputes;
  updated public.disputes;
  problem text;
  change text;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_facts ->> 'id', 20261280));
  if exists (select from public.payment_events e where e.id = p_event_id) then return '{"outcome": "repeated"}'; end if;
  if public.dispute_revision(p_facts ->> 'id') <> (p_facts ->> 'revision')::bigint then return '{"outcome": "outdated"}'; end if;
  if not public.record_payment_event(event_id, p_event_type, p_now) then return '{"outcome": "repeated"}'; end if;
  target_order := public.find_payment_order(p_facts);
  select * into target_order from public.orders where id = target_order.id for update;
  problem := case when target_order.id is null then 'no such order' when target_order.currency <> p_facts ->> 'currency' then 'another currency' end;
  if problem is null then
    select * into previous from public.disputes d where d.id = p_facts ->> 'id';
    insert into public.disputes as d (
      id, order_id, amount, currency, reason, status, is_refundable, has_evidence, due_by, link, opened_at, noted_at, closed_at
    )
    select t.id, target_order.id, t.amount, t.currency, t.reason, t.status, t."isRefundable", t."hasEvidence", t."dueBy", t.link, t."openedAt", p_now,
      case when public.dispute_state(t.status) <> 'open' then p_now end
    from jsonb_to_record(p_facts) as t (
      id text, amount integer, currency text, reason text, status text, "isRefundable" boolean, "hasEvidence" boolean, "dueBy" timestamptz,
      link text, "openedAt" timestamptz
    )
    on conflict (id) do update set
      amount = excluded.amount, reason = excluded.reason, status = excluded.status, is_refundable = excluded.is_refundable,
      has_evidence = excluded.has_evidence, due_by = excluded.due_by, link = excluded.link,
      closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end,
      worsened_at = case
        when public.dispute_stage(excluded.status) in (public.dispute_stage(d.status), 'won') then d.worsened_at else p_now end,
      revision = d.revision + 1
    where (d.amount, d.reason, d.status, d.is_refundable, d.has_evidence, d.due_by, d.link) is distinct from
      (excluded.amount, excluded.reason, excluded.status, excluded.is_refundable, excluded.has_evidence, excluded.due_by, excluded.link);
    select * into updated from public.disputes d where d.id = p_facts ->> 'id';
    change := public.dispute_change(previous, updated);
    perform public.update_order_hold(target_order.id, p_now);
    if change is not null then
      perform public.queue_dispute_email(updated, p_business_email, p_now);
      perform realtime.send('{}', topic, 'desk', true) from unnest(array['orders', 'money']) as topic;
    end if;
  end if;
  return public.close_payment_event(event_id, p_event_id is null, target_order, problem, change);
end $$;

-- Reminds the owner, once in each stage, of disputes that have to be answered within three days and have been in their stage for
-- more than twelve hours. Returns how many.
create or replace function public.queue_dispute_reminders(p_business_email text, p_now timestamptz default now()) returns integer
language sql security definer set search_path = '' as $$
  with due as (
    select d from public.disputes d
    where d.closed_at is null and public.is_dispute_unanswered(d.status) and d.due_by > p_now and d.due_by <= p_now + interval '3 days'
      and greatest(d.noted_at, d.worsened_at) < p_now - interval '12 hours'
      and not exists (select from public.outbox o where o.dedupe_key = 'dispute_notice:' || d.id || ':reminder:' || public.dispute_stage(d.status))
  ), queued as (
    select public.queue_email(
      'dispute_notice', p_business_email, public.dispute_facts((due).d) || '{"isReminder": true}', ((due).d).id || ':reminder:' || public.dispute_stage(((due).d).status), p_now
    ) from due
  )
  select count(*)::integer from queued
$$;

-- Returns the latest thousand disputes and failed refunds, so that the server settles only those that differ from the
-- provider's: {"disputes": [{"id", "status", "hasEvidence"}], "refunds": [id]}.
create or replace function public.stored_disputes() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('disputes', (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'status', d.status, 'hasEvidence', d.has_evidence)), '[]')
    from (select * from public.disputes order by noted_at desc limit 1000) d
  ), 'refunds', (
    select coalesce(jsonb_agg(f.id), '[]') from (select * from public.failed_refunds order by failed_at desc limit 1000) f
  ))
$$;

-- Returns the disputes that the owner still has to answer, for the desk's Today screen: {"count", "first": the one that is due
-- first}.
create or replace function public.unanswered_disputes() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', count(*), 'first', (array_agg(
    jsonb_build_object('number', o.number, 'amount', d.amount, 'dueBy', d.due_by) order by d.due_by nulls last, o.number
  ))[1])
  from public.disputes d join public.orders o on o.id = d.order_id
  where d.closed_at is null and public.is_dispute_unanswered(d.status)
$$;

grant execute on function
  public.dispute_revision,
  public.settle_dispute,
  public.queue_dispute_reminders,
  public.stored_disputes
to service_role;
