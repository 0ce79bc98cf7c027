-- Payments that a bank takes back, refunds that a bank does not take, and addresses where the shop does not deliver: what the
-- provider says of them, how an order stands then, what its owner is told, and what of it is not packed meanwhile. Pence.

-- One row a dispute at the provider, as it has it: `status` and `reason` are its words. `due_by` is until when it takes
-- evidence, `has_evidence` whether any was sent, `link` where its owner answers. While `is_refundable` nothing has been taken
-- yet: it is an inquiry. `revision` counts changes, and tells an older answer of the provider from a newer one. Service role only.
create table if not exists public.disputes (
  id text primary key,
  order_id uuid not null references public.orders on delete cascade,
  amount integer not null check (amount >= 0),
  currency text not null,
  reason text not null,
  status text not null,
  is_refundable boolean not null,
  has_evidence boolean not null,
  due_by timestamptz,
  link text not null,
  opened_at timestamptz not null,
  noted_at timestamptz not null, -- when the shop first heard of it
  closed_at timestamptz, -- when the shop heard how it ended
  revision bigint not null default 1
);
create index if not exists disputes_of_order on public.disputes (order_id);
create index if not exists disputes_open on public.disputes (due_by) where closed_at is null;
alter table public.disputes enable row level security;

-- Refunds whose money came back, by the provider's id: `refund_id` and what follows it are as the desk had asked for them, null
-- and empty of what was paid back at the provider's own desk. `settled` is how the owner went on. Service role only.
create table if not exists public.failed_refunds (
  id text primary key,
  order_id uuid not null references public.orders on delete cascade,
  amount integer not null check (amount > 0),
  why text, -- the provider's word
  failed_at timestamptz not null,
  refund_id uuid unique,
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  restock boolean not null default false,
  cancels boolean not null default false,
  settled_at timestamptz,
  settled text check (settled in ('again', 'elsewhere', 'left'))
);
create index if not exists failed_refunds_of_order on public.failed_refunds (order_id);
create index if not exists failed_refunds_open on public.failed_refunds (failed_at) where settled_at is null;
alter table public.failed_refunds enable row level security;

-- `dispute_state`: the payment's, the worst of its disputes. `on_hold_since`: it is not packed from then on, until its owner has
-- taken the hold off, or its cause is gone.
alter table public.orders add column if not exists dispute_state text check (dispute_state in ('open', 'won', 'lost'));
alter table public.orders add column if not exists on_hold_since timestamptz;
alter table public.orders add column if not exists hold_released_at timestamptz;
create index if not exists orders_disputed on public.orders (number) where dispute_state is not null;
create index if not exists orders_on_hold on public.orders (number) where on_hold_since is not null;
drop trigger if exists orders_tell_desk_hold on public.orders;
create trigger orders_tell_desk_hold after update on public.orders for each row
  when ((old.dispute_state, old.on_hold_since) is distinct from (new.dispute_state, new.on_hold_since))
  execute function public.tell_desk('orders');
-- The buyer's account page shows a hold, a refund and a tracking number at once, as it does a new status.
drop trigger if exists orders_tell_owner_hold on public.orders;
create trigger orders_tell_owner_hold after update on public.orders for each row
  when (old.status = new.status and (old.dispute_state, old.on_hold_since, old.refunded, old.fulfilled_at, old.tracking)
    is distinct from (new.dispute_state, new.on_hold_since, new.refunded, new.fulfilled_at, new.tracking))
  execute function public.tell_owner('order');

-- How the provider's status stands: 'open', 'won' (also what was closed without taking anything), 'lost'.
create or replace function public.dispute_state(p_status text) returns text language sql immutable set search_path = '' as $$
  select case when p_status in ('won', 'warning_closed', 'prevented') then 'won' when p_status = 'lost' then 'lost' else 'open' end
$$;

-- Whether the owner has to answer it still.
create or replace function public.is_dispute_unanswered(p_dispute public.disputes) returns boolean language sql immutable set search_path = '' as $$
  select p_dispute.status in ('needs_response', 'warning_needs_response', 'appeal_needs_response') and not p_dispute.has_evidence
$$;

-- Whether a bank only asks: nothing has been taken then, and a refund ends it. The provider calls a payment refundable again, too,
-- once its dispute is won, so that its status decides.
create or replace function public.is_inquiry(p_status text) returns boolean language sql immutable set search_path = ''
as $$ select p_status like 'warning\_%' or p_status = 'prevented' $$;

-- What of an order banks have taken, or keep: it cannot be paid back on top.
create or replace function public.disputed_amount(p_order_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select coalesce(sum(d.amount), 0)::integer from public.disputes d
  where d.order_id = p_order_id and not public.is_inquiry(d.status) and public.dispute_state(d.status) <> 'won'
$$;

-- What was paid back by another way than the provider, after a refund had failed.
create or replace function public.paid_back_elsewhere(p_order_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select coalesce(sum(f.amount), 0)::integer from public.failed_refunds f where f.order_id = p_order_id and f.settled = 'elsewhere'
$$;

-- The place outside Great Britain that a postcode is of, or null. `undeliverableArea` of domain/delivery-area.ts is the same.
create or replace function public.area_of_postcode(p_postcode text) returns text language sql immutable set search_path = '' as $$
  select case substring(public.plain_code(p_postcode) from '^(BT|JE|GY|IM)[0-9]')
    when 'BT' then 'Northern Ireland' when 'JE' then 'Jersey' when 'GY' then 'Guernsey' when 'IM' then 'the Isle of Man'
  end
$$;

-- The same of a paid order that still has an address.
create or replace function public.undeliverable_area(p_order public.orders) returns text language sql immutable set search_path = '' as $$
  select case when p_order.paid_at is not null then public.area_of_postcode(p_order.delivery_address ->> 'postcode') end
$$;

-- Works out whether an order is on hold, after a dispute, a failed refund, an address or its owner's word. A dispute that is lost
-- keeps it on hold, for there is no money for it; so does a failed refund of pieces or of all of it: those were not to be sent.
create or replace function public.refresh_hold(p_order_id uuid, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders o set dispute_state = now_is.state, on_hold_since = case when now_is.held then coalesce(o.on_hold_since, p_now) end
  from (
    select x.id, (
      select case when bool_or(public.dispute_state(d.status) = 'open') then 'open'
        when bool_or(public.dispute_state(d.status) = 'lost') then 'lost' when count(*) > 0 then 'won' end
      from public.disputes d where d.order_id = x.id
    ) as state, exists (
      select from public.disputes d where d.order_id = x.id and public.dispute_state(d.status) <> 'won'
        and d.noted_at > coalesce(x.hold_released_at, '-infinity')
    ) or exists (
      select from public.failed_refunds f where f.order_id = x.id and f.settled_at is null
        and (f.cancels or f.lines <> '[]' or f.amount = x.total) and f.failed_at > coalesce(x.hold_released_at, '-infinity')
    ) or x.hold_released_at is null and public.undeliverable_area(x) is not null as held
    from public.orders x where x.id = p_order_id
  ) now_is
  where o.id = now_is.id
    and (o.dispute_state, o.on_hold_since is not null) is distinct from (now_is.state, now_is.held)
$$;

-- ── Disputes ────────────────────────────────────────────────────────────────────────────────────

-- Asked before the provider is, so that its answer is written only over what it is newer than.
create or replace function public.dispute_revision(p_id text) returns bigint language sql stable security definer set search_path = ''
as $$ select coalesce((select d.revision from public.disputes d where d.id = p_id), 0) $$;

-- A dispute as its emails and the desk show it. `fee` is what the provider's balance says that it cost; null until that is read.
create or replace function public.dispute_facts(p_dispute public.disputes) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_dispute.id, 'number', o.number, 'amount', p_dispute.amount, 'reason', p_dispute.reason, 'status', p_dispute.status,
    'state', public.dispute_state(p_dispute.status), 'isInquiry', public.is_inquiry(p_dispute.status), 'isAnswered', p_dispute.has_evidence,
    'needsAnswer', public.is_dispute_unanswered(p_dispute), 'dueBy', p_dispute.due_by, 'link', p_dispute.link,
    'openedAt', p_dispute.opened_at, 'closedAt', p_dispute.closed_at, 'isSent', o.fulfilled_at is not null,
    'isBox', o.is_subscription, 'fee', (
      select sum(b.fee) from public.balance_transactions b where b.source_id = p_dispute.id and b.kind = 'dispute'
    )
  ) from public.orders o where o.id = p_dispute.order_id
$$;

-- Tells the owner of a dispute once, and once of how it ended.
create or replace function public.queue_dispute_letter(p_dispute public.disputes, p_business_email text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_letter(
    'dispute_notice', p_business_email, public.dispute_facts(p_dispute) || '{"isReminder": false}',
    p_dispute.id || ':' || public.dispute_state(p_dispute.status), p_now
  )
$$;

-- What changed of a dispute, in words; null for nothing that anybody would be told.
create or replace function public.dispute_change(p_was public.disputes, p_is public.disputes) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_was.id is not null and public.dispute_state(p_was.status) = public.dispute_state(p_is.status) then case
      when p_is.has_evidence and not p_was.has_evidence then 'the bank has our evidence'
      when (p_was.status, p_was.amount, p_was.due_by, p_was.reason, p_was.is_refundable)
        is distinct from (p_is.status, p_is.amount, p_is.due_by, p_is.reason, p_is.is_refundable) then 'the dispute has changed'
    end
    else case public.dispute_state(p_is.status)
      when 'won' then case when public.is_inquiry(p_is.status) then 'the bank’s question is closed' else 'the dispute is won, ' || public.pounds(p_is.amount) || ' is ours again' end
      when 'lost' then 'the dispute is lost, ' || public.pounds(p_is.amount) || ' is gone'
      else case when public.is_inquiry(p_is.status) then 'the bank asks about ' || public.pounds(p_is.amount) else 'the bank has taken ' || public.pounds(p_is.amount) || ' back' end
    end
  end
$$;

-- Notes a notification, or what was asked without one, once: false when it was noted before.
create or replace function public.note_payment_event(p_id text, p_type text, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_events (id, type, outcome, received_at) values (p_id, p_type, 'ignored', p_now) on conflict (id) do nothing;
  return found;
end $$;

-- Writes what became of it, and answers as `settle_payment` does; what the server asked by itself and changes nothing leaves no trace.
create or replace function public.close_payment_event(p_id text, p_is_asked boolean, p_order public.orders, p_problem text, p_change text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare verdict text := case when p_problem is not null then 'set aside' when p_change is not null then 'applied' else 'ignored' end;
begin
  if p_is_asked and verdict = 'ignored' then
    delete from public.payment_events where id = p_id;
  else
    update public.payment_events set outcome = verdict, detail = coalesce(p_problem, p_change), order_id = p_order.id where id = p_id;
  end if;
  return jsonb_build_object('outcome', verdict, 'detail', coalesce(p_problem, p_change), 'number', p_order.number);
end $$;

-- Takes in the provider's present answer about a dispute, whatever its notification says: p_facts {"id", "amount", "currency",
-- "reason", "status", "isRefundable", "hasEvidence", "dueBy", "openedAt", "link", "revision"} and what names its order. Answers as
-- `settle_payment` does; 'outdated' when the row has changed since its revision was read.
create or replace function public.settle_dispute(
  p_event_id text, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  event_id text := coalesce(p_event_id, 'asked_' || gen_random_uuid());
  concerned public.orders;
  was public.disputes;
  became public.disputes;
  problem text;
  change text;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_facts ->> 'id', 20261280));
  if exists (select from public.payment_events e where e.id = p_event_id) then return '{"outcome": "repeated"}'; end if;
  if public.dispute_revision(p_facts ->> 'id') <> (p_facts ->> 'revision')::bigint then return '{"outcome": "outdated"}'; end if;
  if not public.note_payment_event(event_id, p_event_type, p_now) then return '{"outcome": "repeated"}'; end if;
  concerned := public.order_of_payment(p_facts);
  select * into concerned from public.orders where id = concerned.id for update;
  problem := case when concerned.id is null then 'no such order' when concerned.currency <> p_facts ->> 'currency' then 'another currency' end;
  if problem is null then
    select * into was from public.disputes d where d.id = p_facts ->> 'id';
    insert into public.disputes as d (
      id, order_id, amount, currency, reason, status, is_refundable, has_evidence, due_by, link, opened_at, noted_at, closed_at
    )
    select t.id, concerned.id, t.amount, t.currency, t.reason, t.status, t."isRefundable", t."hasEvidence", t."dueBy", t.link, t."openedAt", p_now,
      case when public.dispute_state(t.status) <> 'open' then p_now end
    from jsonb_to_record(p_facts) as t (
      id text, amount integer, currency text, reason text, status text, "isRefundable" boolean, "hasEvidence" boolean, "dueBy" timestamptz,
      link text, "openedAt" timestamptz
    )
    on conflict (id) do update set
      amount = excluded.amount, reason = excluded.reason, status = excluded.status, is_refundable = excluded.is_refundable,
      has_evidence = excluded.has_evidence, due_by = excluded.due_by, link = excluded.link,
      closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end, revision = d.revision + 1
    where (d.amount, d.reason, d.status, d.is_refundable, d.has_evidence, d.due_by, d.link) is distinct from
      (excluded.amount, excluded.reason, excluded.status, excluded.is_refundable, excluded.has_evidence, excluded.due_by, excluded.link);
    select * into became from public.disputes d where d.id = p_facts ->> 'id';
    -- What the provider calls refundable is over once nothing can be taken: the words go by how it began.
    change := public.dispute_change(was, became);
    perform public.refresh_hold(concerned.id, p_now);
    if change is not null then
      perform public.queue_dispute_letter(became, p_business_email, p_now);
      perform realtime.send('{}', told, 'desk', true) from unnest(array['orders', 'money']) as told;
    end if;
  end if;
  return public.close_payment_event(event_id, p_event_id is null, concerned, problem, change);
end $$;

-- Reminds the owner of what has to be answered within three days, once. Answers how many.
create or replace function public.remind_of_disputes(p_business_email text, p_now timestamptz default now()) returns integer
language sql security definer set search_path = '' as $$
  with due as (
    select d from public.disputes d
    where d.closed_at is null and public.is_dispute_unanswered(d) and d.due_by > p_now and d.due_by <= p_now + interval '3 days'
      and d.noted_at < p_now - interval '12 hours'
      and not exists (select from public.outbox o where o.dedupe_key = 'dispute_notice:' || d.id || ':reminder')
  ), told as (
    select public.queue_letter(
      'dispute_notice', p_business_email, public.dispute_facts((due).d) || '{"isReminder": true}', ((due).d).id || ':reminder', p_now
    ) from due
  )
  select count(*)::integer from told
$$;

-- What is known of disputes and failed refunds, so that the server settles only what is not so: {"disputes": [{"id", "status",
-- "hasEvidence"}], "refunds": [id]}.
create or replace function public.known_disputes() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('disputes', (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'status', d.status, 'hasEvidence', d.has_evidence)), '[]')
    from (select * from public.disputes order by noted_at desc limit 1000) d
  ), 'refunds', (
    select coalesce(jsonb_agg(f.id), '[]') from (select * from public.failed_refunds order by failed_at desc limit 1000) f
  ))
$$;

-- ── Refunds that fail ───────────────────────────────────────────────────────────────────────────

-- Undoes what booking a refund did: its pieces are the shopper's again, and what went back on the shelf is taken from it.
create or replace function public.unbook_refund(p_order public.orders, p_refund public.refunds) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set refunded_quantity = greatest(0, i.refunded_quantity - line.quantity)
  from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer)
  where i.order_id = p_order.id and i.position = line.position;
  perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order.id));
  update public.products p set stock = greatest(0, p.stock - back.pieces)
  from (
    select i.product_id, sum(line.quantity)::integer as pieces
    from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer, "isRestocked" boolean)
    join public.order_items i on i.order_id = p_order.id and i.position = line.position
    where line."isRestocked" group by i.product_id
  ) back where p.id = back.product_id and p.stock is not null;
end $$;

-- One refund of an order whose money came back. The row of the desk goes, so that nothing counts it as gone or as asked for.
create or replace function public.fail_refund(p_order public.orders, p_failed jsonb, p_business_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  kept public.refunds;
  was_told boolean;
begin
  select * into kept from public.refunds r where r.order_id = p_order.id and r.id::text = p_failed ->> 'refundId';
  insert into public.failed_refunds (id, order_id, amount, why, failed_at, refund_id, lines, restock, cancels)
  values (
    p_failed ->> 'id', p_order.id, (p_failed ->> 'amount')::integer, p_failed ->> 'why', p_now, kept.id, coalesce(kept.lines, '[]'),
    coalesce(kept.restock, false), coalesce(kept.cancels, false)
  ) on conflict (id) do nothing;
  if not found then return null; end if;
  if kept.booked_at is not null then perform public.unbook_refund(p_order, kept); end if;
  if kept.cancels then update public.orders set cancelled_at = null where id = p_order.id; end if;
  delete from public.refunds where id = kept.id;
  -- An email that has not gone would say what is not so.
  delete from public.outbox o
  where split_part(o.dedupe_key, ':', 2) = p_order.id::text and o.template in ('refund', 'order_cancelled') and o.sent_at is null and o.attempts = 0;
  was_told := exists (
    select from public.outbox o
    where split_part(o.dedupe_key, ':', 2) = p_order.id::text and o.template in ('refund', 'order_cancelled') and not o.called_off
  );
  if was_told then
    perform public.queue_letter('refund_failed', p_order.email, jsonb_build_object(
      'number', p_order.number, 'placedAt', p_order.created_at, 'amount', (p_failed ->> 'amount')::integer
    ), p_order.id || ':' || (p_failed ->> 'id'), p_now);
  end if;
  perform public.queue_letter('refund_failed_notice', p_business_email, jsonb_build_object(
    'number', p_order.number, 'amount', (p_failed ->> 'amount')::integer, 'why', p_failed ->> 'why', 'wasTold', was_told
  ), p_failed ->> 'id', p_now);
  return public.pounds((p_failed ->> 'amount')::integer) || ' did not reach the shopper, the bank sent it back';
end $$;

-- Takes in what the provider now says of the refunds of a payment of which some have failed: p_facts as of a charge, with
-- "failed": [{"id", "refundId", "amount", "why"}]. Answers as `settle_payment` does.
create or replace function public.settle_failed_refunds(
  p_event_id text, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  event_id text := coalesce(p_event_id, 'asked_' || gen_random_uuid());
  concerned public.orders;
  failed jsonb;
  sum_back integer;
  changes text[] := '{}';
begin
  if not public.note_payment_event(event_id, p_event_type, p_now) then return '{"outcome": "repeated"}'; end if;
  concerned := public.order_of_payment(p_facts);
  select * into concerned from public.orders where id = concerned.id for update;
  if concerned.id is null then
    return public.close_payment_event(event_id, p_event_id is null, concerned, 'no such order', null);
  end if;
  for failed in select * from jsonb_array_elements(p_facts -> 'failed') loop
    changes := array_remove(changes || public.fail_refund(concerned, failed, p_business_email, p_now), null);
  end loop;
  if cardinality(changes) > 0 then
    sum_back := least(concerned.refunded, (p_facts ->> 'amountRefunded')::integer + public.paid_back_elsewhere(concerned.id));
    update public.orders o set refunded = sum_back, refund_told = least(o.refund_told, sum_back), updated_at = p_now, status = case
      when o.status not in ('refunded', 'partially_refunded') then o.status
      when sum_back > 0 and sum_back < o.total then 'partially_refunded'
      when sum_back > 0 then o.status
      when o.fulfilled_at is not null then 'fulfilled'
      else 'paid'
    end where o.id = concerned.id;
    perform public.refresh_hold(concerned.id, p_now);
    perform realtime.send('{}', told, 'desk', true) from unnest(array['orders', 'money']) as told;
  end if;
  return public.close_payment_event(event_id, p_event_id is null, concerned, null, nullif(array_to_string(changes, '; '), ''));
end $$;

-- A refund that went through settles those of its order that had failed before.
create or replace function public.settle_failed_before() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.failed_refunds set settled_at = new.booked_at, settled = 'again' where order_id = new.order_id and settled_at is null;
  if found then perform public.refresh_hold(new.order_id, new.booked_at); end if;
  return null;
end $$;
drop trigger if exists refunds_settle_failed on public.refunds;
create trigger refunds_settle_failed after update of booked_at on public.refunds for each row
  when (old.booked_at is null and new.booked_at is not null) execute function public.settle_failed_before();

-- ── At the desk ─────────────────────────────────────────────────────────────────────────────────

-- The orders that are not to be packed though they are paid: [{"number", "name", "why", "area", "since"}], `why` 'open', 'lost',
-- 'refund' or 'area'.
create or replace function public.desk_holds() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter('packer');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'name', o.delivery_address ->> 'name', 'since', o.on_hold_since,
      'isPacked', exists (select from public.order_packing k where k.order_id = o.id and k.packed_at is not null),
      'why', case when o.dispute_state in ('open', 'lost') then o.dispute_state when public.undeliverable_area(o) is not null then 'area' else 'refund' end,
      'area', public.undeliverable_area(o)
    ) order by o.on_hold_since, o.number), '[]')
    from public.orders o
    where o.on_hold_since is not null and o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  );
end $$;

-- Why an order is not packed, in a sentence.
create or replace function public.hold_words(p_order public.orders) returns text language sql immutable set search_path = '' as $$
  select 'Order ' || p_order.number || ' is on hold: ' || case p_order.dispute_state
    when 'open' then 'the bank has questioned its payment. Don’t pack or send it.'
    when 'lost' then 'the bank has taken its payment back for good. Don’t pack or send it.'
    else coalesce(
      'its address is in ' || public.undeliverable_area(p_order) || ', where we don’t deliver', 'its refund failed'
    ) || '. Don’t pack or send it until an owner has looked at it.'
  end
$$;

-- Has an order packed all the same.
create or replace function public.desk_release_hold(p_number bigint) returns void language plpgsql security definer set search_path = '' as $$
declare concerned public.orders;
begin
  perform public.desk_enter();
  concerned := public.wanted_order(p_number);
  if concerned.on_hold_since is null then return; end if;
  update public.orders set hold_released_at = now(), on_hold_since = null where id = concerned.id;
  perform public.desk_note('release_hold', 'order:' || p_number);
end $$;

-- How the owner goes on after a refund that failed: 'elsewhere', it was paid back by another way, so what it was for is gone; or
-- 'left', it is not paid back.
create or replace function public.desk_settle_refund(p_id text, p_how text) returns void language plpgsql security definer set search_path = '' as $$
declare
  failed public.failed_refunds;
  concerned public.orders;
begin
  perform public.desk_enter();
  if p_how is null or p_how not in ('elsewhere', 'left') then raise sqlstate 'PT400' using message = 'Please load the page again.'; end if;
  select * into failed from public.failed_refunds f where f.id = p_id;
  select * into concerned from public.orders o where o.id = failed.order_id for update;
  select * into failed from public.failed_refunds f where f.id = p_id for update;
  if failed.id is null then raise sqlstate 'PT400' using message = 'There is no such refund any more.'; end if;
  if failed.settled = p_how then return; end if;
  if failed.settled is not null then perform public.desk_conflict(to_jsonb(failed.settled)); end if;
  if p_how = 'elsewhere' then
    if failed.amount > public.left_to_pay_back(concerned) then
      raise sqlstate 'PT400' using message = 'Only ' || public.pounds(public.left_to_pay_back(concerned)) || ' of order ' || concerned.number || ' is left to pay back.';
    end if;
    update public.order_items i set refunded_quantity = least(i.quantity, i.refunded_quantity + line.quantity)
    from jsonb_to_recordset(failed.lines) as line ("position" integer, quantity integer)
    where i.order_id = concerned.id and i.position = line.position;
    if concerned.stock_held then
      perform public.lock_stock(array(select product_id from public.order_items where order_id = concerned.id));
      update public.products p set stock = p.stock + back.pieces
      from (
        select i.product_id, sum(line.quantity)::integer as pieces
        from jsonb_to_recordset(failed.lines) as line ("position" integer, quantity integer, restock boolean)
        join public.order_items i on i.order_id = concerned.id and i.position = line.position
        where coalesce(line.restock, failed.restock) group by i.product_id
      ) back where p.id = back.product_id and p.stock is not null;
    end if;
    update public.orders o set
      refunded = o.refunded + failed.amount, refund_told = o.refunded + failed.amount, updated_at = now(),
      cancelled_at = case when failed.cancels then now() else o.cancelled_at end,
      status = case when o.refunded + failed.amount >= o.total then 'refunded' else 'partially_refunded' end
    where o.id = concerned.id;
  end if;
  update public.failed_refunds set settled_at = now(), settled = p_how where id = p_id;
  perform public.refresh_hold(concerned.id, now());
  perform public.desk_note('settle_refund', 'order:' || concerned.number, null, jsonb_build_object('amount', failed.amount, 'how', p_how));
  perform realtime.send('{}', 'orders', 'desk', true);
end $$;

-- What Today says of disputes and of refunds that failed: {"count", "first"}, what is due first; an answer that is with the bank
-- waits for nobody.
create or replace function public.disputes_to_answer() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', count(*), 'first', (array_agg(
    jsonb_build_object('number', o.number, 'amount', d.amount, 'dueBy', d.due_by) order by d.due_by nulls last, o.number
  ))[1])
  from public.disputes d join public.orders o on o.id = d.order_id
  where d.closed_at is null and public.is_dispute_unanswered(d)
$$;
create or replace function public.refunds_to_settle() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', count(*), 'first', (array_agg(
    jsonb_build_object('number', o.number, 'amount', f.amount) order by f.failed_at
  ))[1])
  from public.failed_refunds f join public.orders o on o.id = f.order_id where f.settled_at is null
$$;

-- Whether an order still has a parcel to come.
create or replace function public.is_to_send(p_order public.orders) returns boolean language sql immutable set search_path = '' as $$
  select p_order.status in ('paid', 'partially_refunded') and p_order.fulfilled_at is null and p_order.sold_out_at is null
    and p_order.on_hold_since is null
$$;

-- A page of those that are to be sent, in the order that they are packed in, without counting what is in all of them.
create or replace function public.numbers_to_pack(p_is_packed boolean, p_most integer, p_skipped integer) returns bigint[]
language sql stable security definer set search_path = '' as $$
  select array(
    select o.number from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and o.on_hold_since is null
      and (k.packed_at is not null) = p_is_packed
    order by (o.delivery_method_id = 'priority') desc, coalesce(o.paid_at, o.created_at), o.number limit p_most offset p_skipped
  )
$$;

-- What waits to be sent: {"orders", "pieces", "priority", "packed", "oldest"}, all but "packed" of what is not packed yet.
create or replace function public.count_to_pack() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', count(*) filter (where k.packed_at is null), 'packed', count(k.packed_at),
    'priority', count(*) filter (where k.packed_at is null and o.delivery_method_id = 'priority'),
    'pieces', (
      select coalesce(sum(i.quantity - i.refunded_quantity), 0)
      from public.orders x join public.order_items i on i.order_id = x.id
      where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and x.on_hold_since is null
        and not exists (select from public.order_packing p where p.order_id = x.id and p.packed_at is not null)
    ) - (
      -- What went ahead, line by line as `pieces_to_send` counts it off.
      select coalesce(sum(i.quantity - i.refunded_quantity - t.pieces), 0)
      from (select distinct a.order_id as id from public.part_parcels a) ahead
      join public.orders x on x.id = ahead.id left join public.order_packing p on p.order_id = x.id
      cross join lateral public.pieces_to_send(x.id) t join public.order_items i on i.id = t.item_id
      where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and x.on_hold_since is null and p.packed_at is null
    ),
    'oldest', (
      -- Each kind stands in its turn in the index.
      select jsonb_build_object('number', f.number, 'since', f.since)
      from (values (true), (false)) kinds (is_priority) cross join lateral (
        select x.number, coalesce(x.paid_at, x.created_at) as since
        from public.orders x left join public.order_packing p on p.order_id = x.id
        where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and x.on_hold_since is null and p.packed_at is null
          and (x.delivery_method_id = 'priority') = kinds.is_priority
        order by 2, 1 limit 1
      ) f order by f.since, f.number limit 1
    )
  )
  from public.orders o left join public.order_packing k on k.order_id = o.id
  where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and o.on_hold_since is null
$$;

-- Orders as rows of Pack. `since` is from when its shopper waits.
create or replace function public.parcel_rows(p_orders uuid[]) returns table (order_id uuid, told jsonb) language sql stable security definer set search_path = '' as $$
  with here as materialized (
    select o, o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and o.on_hold_since is null as is_here
    from public.orders o where o.id = any (p_orders)
  ), ahead as (
    select p.order_id, (line ->> 'position')::integer as position, sum((line ->> 'quantity')::integer) as pieces
    from public.part_parcels p cross join jsonb_array_elements(p.lines) as line
    where p.order_id = any (p_orders) group by 1, 2
  ), lines as (
    select i.order_id, jsonb_agg(jsonb_build_object('position', i.position, 'name', i.name, 'size', i.size, 'pieces', c.pieces) order by i.position) as told
    from here h join public.order_items i on i.order_id = (h.o).id
    left join ahead a on h.is_here and a.order_id = i.order_id and a.position = i.position
    cross join lateral (select greatest(0, i.quantity - i.refunded_quantity - coalesce(a.pieces, 0))::integer as pieces) c
    where c.pieces > 0 group by i.order_id
  )
  select (h.o).id, jsonb_build_object(
    'number', (h.o).number, 'name', (h.o).delivery_address ->> 'name', 'isToSend', h.is_here,
    'district', case when h.is_here then nullif(split_part(upper((h.o).delivery_address ->> 'postcode'), ' ', 1), '') end,
    'isPriority', (h.o).delivery_method_id = 'priority', 'isXl', (h.o).delivery_method_id = 'xl', 'isBox', (h.o).is_subscription,
    'isGift', coalesce((h.o).gift_to, (h.o).gift_from, (h.o).gift_note) is not null,
    'status', (h.o).status, 'since', coalesce((h.o).paid_at, (h.o).created_at), 'sentAt', (h.o).fulfilled_at,
    'carrier', (h.o).carrier, 'tracking', (h.o).tracking, 'note', k.note, 'pickList', k.pick_list, 'packedAt', k.packed_at,
    'isPartSent', exists (select from public.part_parcels p where p.order_id = (h.o).id), 'lines', coalesce(l.told, '[]')
  )
  from here h left join lines l on l.order_id = (h.o).id left join public.order_packing k on k.order_id = (h.o).id
$$;

-- How many orders stand in each tab of the list.
create or replace function public.order_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'to-pack', waiting.here, 'packed', waiting.packed,
    'sent', ever.sent,
    'paid-back', (select count(*) from public.orders o where o.refunded > 0),
    'cancelled', (select count(*) from public.orders o where o.cancelled_at is not null),
    'payment-failed', (select count(*) from public.orders o where o.status = 'payment_failed'),
    'box-payments', (select count(*) from public.subscriptions s where s.overdue_invoice_id is not null and s.status <> 'cancelled'),
    'disputed', (select count(*) from public.orders o where o.dispute_state is not null),
    'all', ever.paid
  )
  from public.count_orders() ever, (
    select count(*) filter (where k.packed_at is null) as here, count(k.packed_at) as packed
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and o.on_hold_since is null
  ) waiting
$$;

-- How an order stands, by the names of the desk's chips.
create or replace function public.order_state(p_order public.orders, p_is_packed boolean) returns text language sql immutable set search_path = '' as $$
  select case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.status = 'refunded' or p_order.sold_out_at is not null then 'paid-back'
    when p_order.fulfilled_at is not null then 'sent'
    when p_order.status = 'payment_failed' then 'payment-failed'
    when p_order.paid_at is null then 'not-paid'
    when p_order.on_hold_since is not null then 'on-hold'
    when p_is_packed then 'packed'
    else 'to-pack'
  end
$$;

-- What of an order stands in a list. Without settings of its own it becomes part of the statement that calls it.
create or replace function public.order_told(p_order public.orders, p_is_packed boolean, p_lines jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'number', p_order.number, 'name', p_order.delivery_address ->> 'name', 'email', nullif(p_order.email, ''), 'total', p_order.total,
    'placedAt', p_order.created_at, 'state', public.order_state(p_order, p_is_packed),
    'isPartPaidBack', p_order.refunded > 0 and p_order.refunded < p_order.total,
    'dispute', p_order.dispute_state, 'isPriority', p_order.delivery_method_id = 'priority', 'lines', coalesce(p_lines, '[]')
  )
$$;

-- A page of orders, the newest first, those to pack as Pack has them: what p_search finds, or those of p_tab. Answers
-- {"total", "counts", "orders"}; of a search the latest 1,001 at most.
create or replace function public.desk_orders(p_tab text default 'all', p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  sought text := nullif(ltrim(public.trim_text(left(p_search, 200)), '#'), '');
  most integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
  counts jsonb;
  total bigint;
  page bigint[];
begin
  perform public.desk_enter();
  if sought is not null then
    with found as materialized (select f.number from public.orders_sought(null, null, sought, 1001) as f (number))
    select (select count(*) from found), array(select f.number from found f order by f.number desc limit most offset skipped) into total, page;
  else
    counts := public.order_counts();
    total := coalesce((counts ->> p_tab)::bigint, 0);
    page := case p_tab
      when 'to-pack' then public.numbers_to_pack(false, most, skipped)
      when 'packed' then public.numbers_to_pack(true, most, skipped)
      when 'sent' then array(select o.number from public.orders o where o.fulfilled_at is not null order by o.fulfilled_at desc limit most offset skipped)
      when 'paid-back' then array(select o.number from public.orders o where o.refunded > 0 order by o.number desc limit most offset skipped)
      when 'cancelled' then array(select o.number from public.orders o where o.cancelled_at is not null order by o.number desc limit most offset skipped)
      when 'payment-failed' then array(select o.number from public.orders o where o.status = 'payment_failed' order by o.number desc limit most offset skipped)
      -- Those that are not decided come first.
      when 'disputed' then array(
        select o.number from public.orders o where o.dispute_state is not null
        order by o.dispute_state <> 'open', o.number desc limit most offset skipped
      )
      -- The orders that those boxes began with, the latest first.
      when 'box-payments' then array(
        select o.number from public.subscriptions s join public.orders o on o.id = s.order_id
        where s.overdue_invoice_id is not null and s.status <> 'cancelled' order by s.updated_at desc limit most offset skipped
      )
      else array(select o.number from public.orders o where o.paid_at is not null order by o.paid_at desc limit most offset skipped)
    end;
  end if;
  return jsonb_build_object('total', total, 'counts', counts, 'orders', (
    select coalesce(jsonb_agg(r.told order by array_position(page, r.number)), '[]') from public.order_rows(page) r
  ));
end $$;

-- One order with all that its page shows; null when there is none.
create or replace function public.desk_order(p_number bigint) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  concerned public.orders;
  packing public.order_packing;
begin
  perform public.desk_enter();
  select * into concerned from public.orders where number = p_number;
  if concerned.id is null then return null; end if;
  select * into packing from public.order_packing where order_id = concerned.id;
  return public.order_row(concerned, packing.packed_at is not null) || jsonb_build_object(
    'address', concerned.delivery_address, 'subtotal', concerned.subtotal, 'deliveryName', concerned.delivery_name,
    'deliveryPrice', concerned.delivery_price, 'discount', concerned.discount, 'code', concerned.discount_code, 'refunded', concerned.refunded,
    'left', public.left_to_pay_back(concerned), 'isPaid', concerned.paid_at is not null, 'isErased', concerned.erased_at is not null,
    'note', packing.note, 'isPartSent', exists (select from public.part_parcels p where p.order_id = concerned.id),
    'deliveryTime', (select nullif(d.description, '') from public.delivery_methods d where d.id = concerned.delivery_method_id),
    'ordersBefore', (
      select count(*) from public.orders o
      where (o.user_id = concerned.user_id or (concerned.email <> '' and lower(o.email) = lower(concerned.email)))
        and o.number < concerned.number and o.paid_at is not null
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'position', i.position, 'name', i.name, 'slug', i.slug, 'image', i.image, 'tint', p.tint, 'size', i.size, 'quantity', i.quantity,
        'unitAmount', i.unit_amount, 'allergens', i.allergens, 'net', trim_scale(p.net_quantity) || ' ' || p.net_unit,
        'paid', l.paid, 'gone', l.refunded + l.asked, 'isCounted', p.stock is not null and concerned.stock_held
      ) order by i.position), '[]')
      from public.order_items i join public.line_payments(concerned.id) l on l.position = i.position
      left join public.products p on p.id = i.product_id where i.order_id = concerned.id
    ),
    'gift', public.gift_badge(concerned), 'undeliverableArea', public.undeliverable_area(concerned),
    'isOnHold', concerned.on_hold_since is not null, 'disputes', (
      select coalesce(jsonb_agg(public.dispute_facts(d) order by d.opened_at desc), '[]') from public.disputes d where d.order_id = concerned.id
    ), 'failedRefunds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'amount', f.amount, 'why', f.why, 'failedAt', f.failed_at) order by f.failed_at), '[]')
      from public.failed_refunds f where f.order_id = concerned.id and f.settled_at is null
    ), 'box', public.box_of_order(concerned), 'events', public.order_events(concerned)
  );
end $$;

-- What has neither gone back nor been asked to.
create or replace function public.left_to_pay_back(p_order public.orders) returns integer language sql stable security definer set search_path = '' as $$
  select case when p_order.paid_at is null then 0 else greatest(0, p_order.total - p_order.refunded - public.disputed_amount(p_order.id) - coalesce((
    select sum(r.amount) from public.refunds r where r.order_id = p_order.id and r.booked_at is null
  ), 0))::integer end
$$;

-- Writes down a refund: of pieces (p_lines, at their share of what was paid for goods; each is restocked as it says, or as
-- p_restock), of pence, of pieces and pence beside them (for delivery), or of all that is left. Answers {"id", "amount",
-- "pieces", "isNew", "isRest", "isRestocked"}, or an error.
create or replace function public.begin_refund(
  p_number bigint, p_amount integer default null, p_lines jsonb default null, p_restock boolean default false, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  wanted jsonb := jsonb_build_object('amount', p_amount, 'lines', p_lines, 'restock', p_restock);
  pieces jsonb := '[]';
  sum integer := p_amount;
  remaining integer;
  fault text;
  kept public.refunds;
  is_new boolean := false;
begin
  if (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise exception 'A refund names each line once' using errcode = '22023';
  end if;
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.paid_at is null then
    return public.checkout_error('not_paid', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', '-') || ': nothing was paid');
  end if;
  if p_amount is not null and p_lines is null and p_restock then
    return public.checkout_error('no_line', 'To put something back into stock, name its line: npm run orders -- show ' || p_number);
  end if;
  select concerned.total - concerned.refunded - public.disputed_amount(concerned.id) - coalesce(sum(r.amount), 0) into remaining
  from public.refunds r where r.order_id = concerned.id and r.booked_at is null;
  select * into kept from public.refunds r where r.order_id = concerned.id and r.booked_at is null and r.request = wanted;
  if kept.id is null then
    fault := public.refund_fault(concerned, p_lines);
    if fault is not null then return public.checkout_error('no_such_pieces', fault); end if;
    if p_amount is null or p_lines is not null then
      select
        coalesce(jsonb_agg(
          jsonb_build_object('position', had.position, 'quantity', had.pieces)
            || case when had.restock is null then '{}' else jsonb_build_object('restock', had.restock) end
          order by had.position
        ), '[]'),
        case when p_lines is null then remaining else
          coalesce(p_amount, 0)
            + coalesce(sum(had.paid::bigint * (had.gone + had.pieces) / had.quantity - had.paid::bigint * had.gone / had.quantity), 0)::integer end
      into pieces, sum
      from (
        select l.position, l.quantity, l.paid, l.refunded + l.asked as gone, line.restock,
          coalesce(line.quantity, l.quantity - l.refunded - l.asked) as pieces
        from public.line_payments(concerned.id) l
        left join jsonb_to_recordset(coalesce(p_lines, '[]')) as line ("position" integer, quantity integer, restock boolean)
          on line.position = l.position
        where p_lines is null or line.position is not null
      ) as had where had.pieces > 0;
    end if;
    if sum not between 1 and remaining and public.disputed_amount(concerned.id) > 0 then
      return public.checkout_error('disputed', 'The bank has taken ' || public.pounds(public.disputed_amount(concerned.id)) || ' of order ' || p_number
        || ' back itself, so that a refund would pay twice. ' || public.pounds(greatest(remaining, 0)) || ' can still be paid back');
    end if;
    if sum not between 1 and remaining or p_amount < 1 then
      return public.checkout_error('too_much', 'Only ' || public.pounds(greatest(remaining, 0)) || ' of order ' || p_number || ' can still be paid back'
        || case when p_lines is not null then ', and what was paid for that is ' || public.pounds(sum) else '' end);
    end if;
    insert into public.refunds (order_id, amount, lines, restock, request, asked_at)
    values (concerned.id, sum, pieces, p_restock, wanted, p_now) returning * into kept;
    is_new := true;
  end if;
  return public.refund_begun(concerned, kept, remaining, is_new);
end $$;

-- What a notification does to its order, in words, or null. The provider tells what went back in all; noted is the change.
create or replace function public.apply_payment_event(
  p_order public.orders, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz
) returns text language plpgsql security definer set search_path = '' as $$
declare brought integer := (p_facts ->> 'amountRefunded')::integer + public.paid_back_elsewhere(p_order.id) - p_order.refunded;
begin
  if p_event_type = 'charge.refunded' then
    perform public.book_refunds(p_order, p_facts -> 'refunds', p_now);
    perform public.apply_refund(p_order.id, brought + p_order.refunded, p_now);
    return case when brought > 0 then 'refunded ' || public.pounds(brought) else 'refunded nothing more' end;
  elsif p_event_type = 'checkout.session.async_payment_failed' then
    -- A paid order stays paid.
    if p_order.status not in ('pending', 'expired') then return null; end if;
    update public.orders set status = 'payment_failed', stripe_session_url = null, updated_at = p_now where id = p_order.id;
    perform public.return_stock(p_order.id);
    perform public.queue_order_letter('payment_failed', p_order.id, p_order.email, null, p_now);
    return 'payment failed';
  elsif p_event_type = 'checkout.session.expired' then
    return case when public.release_order(p_order.id, p_now) then 'expired' end;
  elsif p_facts ->> 'paymentStatus' in ('paid', 'no_payment_required') then
    return public.settle_paid(p_order, p_facts, p_business_email, p_now);
  elsif p_event_type = 'checkout.session.completed' then
    return public.settle_agreed(p_order, p_facts, p_now);
  end if;
  return null;
end $$;

-- The life of an order. Late news only leads forward: one that has expired, or whose payment failed, may still turn out to
-- be paid; a paid one never becomes unpaid, and what was marked as sent by mistake goes back, as does
-- money whose refund failed.
create or replace function public.guard_order_status() returns trigger language plpgsql set search_path = '' as $$
declare
  reachable text[] := (case old.status
    when 'pending' then '{paid,payment_failed,expired}'
    when 'expired' then '{paid,payment_failed}'
    when 'payment_failed' then '{paid}'
    when 'paid' then '{fulfilled,partially_refunded,refunded}'
    when 'fulfilled' then '{paid,partially_refunded,refunded}'
    when 'partially_refunded' then '{fulfilled,refunded}'
    else '{}'
  end)::text[] || case when new.refunded < old.refunded then '{paid,fulfilled,partially_refunded}'::text[] else '{}'::text[] end;
begin
  if new.status <> old.status and not new.status = any (reachable) then
    raise exception 'An order cannot go from % to %', old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;

-- Sold out orders whose money is not back in whole, or whose box has not ended. Each has its turn, whatever fails.
create or replace function public.sold_out_orders(p_limit integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, currency text, total integer, is_refunded boolean, session text, payment text, subscription text
) language sql security definer set search_path = '' as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.sold_out_at is not null and w.dispute_state is distinct from 'open' and w.dispute_state is distinct from 'lost' and (w.status in ('paid', 'partially_refunded') or (w.status = 'refunded' and exists (
      select from public.subscriptions s where s.order_id = w.id and s.status <> 'cancelled'
    )))
    order by w.asked_at nulls first, w.sold_out_at limit p_limit for update skip locked
  ) returning o.id, o.number, o.currency, o.total, o.status = 'refunded',
    o.stripe_session_id, o.stripe_payment_intent_id, o.stripe_subscription_id
$$;

-- Orders are packed, or are not after all. What has left meanwhile stays as it is. Gives the orders that it holds of.
create or replace function public.desk_set_packed(p_numbers bigint[], p_is_packed boolean) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  numbers bigint[];
  held jsonb;
begin
  perform public.desk_enter('packer');
  numbers := public.wanted_numbers(p_numbers);
  perform from public.orders where number = any (numbers) order by number for update;
  select coalesce(jsonb_agg(o.number order by o.number), '[]') into held from public.orders o where o.number = any (numbers) and public.is_to_send(o);
  if held = '[]' and exists (select from public.orders o where o.number = any (numbers) and o.on_hold_since is not null and o.fulfilled_at is null) then
    raise sqlstate 'PT400' using message = (
      select public.hold_words(o) from public.orders o
      where o.number = any (numbers) and o.on_hold_since is not null and o.fulfilled_at is null order by o.number limit 1
    );
  end if;
  if held = '[]' then raise sqlstate 'PT400' using message = 'All of these have left already.'; end if;
  insert into public.order_packing (order_id, packed_at)
  select o.id, case when p_is_packed then now() end from public.orders o where o.number = any (numbers) and public.is_to_send(o)
  on conflict (order_id) do update set packed_at = case when p_is_packed then coalesce(order_packing.packed_at, excluded.packed_at) end;
  perform public.desk_note(case when p_is_packed then 'pack' else 'unpack' end, 'orders', null, held);
  return held;
end $$;

-- Puts orders on one new pick list: {"list", "elsewhere"}. What is on a list stays there (`elsewhere`); where all of them are
-- on the same one already, that is the list, so that two presses, or two packers, make one.
create or replace function public.desk_make_pick_list(p_numbers bigint[]) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  numbers bigint[];
  mine bigint[];
  listed bigint[];
  lists uuid[];
  list uuid := gen_random_uuid();
begin
  perform public.desk_enter('packer');
  numbers := public.wanted_numbers(p_numbers);
  perform pg_advisory_xact_lock(hashtextextended('pick_list', 20260960));
  perform from public.orders where number = any (numbers) order by number for update;
  select array_agg(o.number order by o.number) filter (where k.pick_list is null), array_agg(o.number order by o.number) filter (where k.pick_list is not null),
    array_agg(distinct k.pick_list) filter (where k.pick_list is not null)
  into mine, listed, lists
  from public.orders o left join public.order_packing k on k.order_id = o.id
  where o.number = any (numbers) and public.is_to_send(o) and k.packed_at is null;
  if mine is null and lists is null and exists (
    select from public.orders o where o.number = any (numbers) and o.on_hold_since is not null and o.fulfilled_at is null
  ) then
    raise sqlstate 'PT400' using message = (
      select public.hold_words(o) from public.orders o
      where o.number = any (numbers) and o.on_hold_since is not null and o.fulfilled_at is null order by o.number limit 1
    );
  elsif mine is null and lists is null then
    raise sqlstate 'PT400' using message = 'Nothing is left to pack of these: somebody was quicker.';
  elsif mine is null and cardinality(lists) = 1 then
    return jsonb_build_object('list', lists[1], 'elsewhere', '[]'::jsonb);
  elsif mine is null then
    raise sqlstate 'PT400' using message = 'All of these are on pick lists already.';
  end if;
  insert into public.order_packing (order_id, pick_list) select o.id, list from public.orders o where o.number = any (mine)
  on conflict (order_id) do update set pick_list = excluded.pick_list;
  perform public.desk_note('pick_list', 'pick_list:' || list, null, to_jsonb(mine));
  return jsonb_build_object('list', list, 'elsewhere', to_jsonb(coalesce(listed, '{}')));
end $$;

-- Writes down that an order which is still here is called off: all that is left of its money goes back.
create or replace function public.desk_cancel_order(p_request uuid, p_number bigint, p_restock boolean, p_words text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  line_for_them text;
  concerned public.orders;
  begun jsonb;
begin
  perform public.desk_enter_fresh();
  line_for_them := public.typed_text(p_words, 'A line');
  concerned := public.wanted_order(p_number);
  if not exists (select from public.refunds r where r.id = p_request and r.order_id = concerned.id) then
    if concerned.dispute_state in ('open', 'lost') and public.disputed_amount(concerned.id) > 0 then
      raise sqlstate 'PT400' using message = 'The bank has taken the payment of order ' || p_number || ' back itself: cancelling would pay it back twice.';
    elsif not public.is_to_send(concerned) and concerned.on_hold_since is null or exists (select from public.part_parcels p where p.order_id = concerned.id) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back: it cannot be cancelled any more.';
    elsif exists (select from public.order_packing k where k.order_id = concerned.id and k.packed_at is not null) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' is packed. Unpack it first, or pay it back.';
    end if;
  end if;
  begun := public.begin_desk_refund(p_request, p_number, null, null, coalesce(p_restock, false), p_left);
  if (begun -> 'isNew')::boolean then
    update public.refunds set cancels = true, words = line_for_them where id = p_request;
    update public.order_packing set pick_list = null where order_id = concerned.id;
    perform public.desk_note('cancel', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', begun -> 'amount'));
  end if;
  return begun;
end $$;

-- What needs doing now. A packer is told what is to be packed, and of the stock. Who is to be answered is not to be followed up.
-- Every desk that is open reads this at every order: planning its parts anew took longer than reading them.
create or replace function public.desk_today() returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  next bigint[];
  answer jsonb;
begin
  perform public.desk_enter('packer');
  next := public.numbers_to_pack(false, 2, 0);
  answer := jsonb_build_object('toPack', public.count_to_pack() || jsonb_build_object(
    'lastSent', (select x.fulfilled_at from public.orders x where x.fulfilled_at is not null order by x.fulfilled_at desc limit 1),
    'first', (
      select coalesce(jsonb_agg(jsonb_build_object('row', r.told, 'pieces', (
        select coalesce(sum((line ->> 'pieces')::integer), 0) from jsonb_array_elements(r.told -> 'lines') line
      )) order by array_position(next, (r.told ->> 'number')::bigint)), '[]')
      from public.parcel_rows(array(select o.id from public.orders o where o.number = any (next))) r
    )
  ), 'runningLow', public.running_low());
  if public.staff_role() <> 'owner' then return answer; end if;
  return answer || jsonb_build_object(
    'toAnswer', (
      select jsonb_build_object('count', count(*), 'oldest', (array_agg(jsonb_build_object('name', e.name, 'about', coalesce(e.event_type, e.business_name), 'since', e.created_at) order by e.created_at))[1])
      from public.enquiries_to_answer() e
    ),
    'followUps', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(e.name order by e.follow_up_on, e.created_at))[1:3]), '[]'))
      from public.desk_enquiries e where e.is_due and e.follow_up_on is not null and e.stage <> 'new'
    ),
    'stuckMail', (
      select jsonb_build_object('count', count(*), 'latest', (array_agg(jsonb_build_object('template', o.template, 'number', o.data ->> 'number', 'error', o.last_error) order by o.failed_at desc))[1])
      from public.outbox o where o.failed_at is not null and not o.called_off and o.template <> 'stuck_notice'
    ),
    'boxPayments', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(o.delivery_address ->> 'name' order by s.updated_at desc) filter (where o.delivery_address ->> 'name' is not null))[1:3]), '[]'), 'retryAt', min(s.retry_at))
      from public.subscriptions s join public.orders o on o.id = s.order_id where s.overdue_invoice_id is not null and s.status <> 'cancelled'
    ),
    'disputes', public.disputes_to_answer(),
    'failedRefunds', public.refunds_to_settle(),
    'labels', public.labels_incomplete(),
    'stuck', (
      select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (
        select s.kind, s.amount, s.since, s.details[1] as detail
        from public.stuck_work(now() - interval '30 days', now()) s where s.kind in ('late_letters', 'payments', 'catalogue', 'balance')
        union all
        select 'backup', 1, b.succeeded_at, left(b.reason, 300) from public.last_backup b where public.is_backup_wanted(b)
      ) w
    ),
    'taken', public.taken_on(now()),
    'takenLastWeek', public.taken_on((now() at time zone 'Europe/London' - interval '7 days') at time zone 'Europe/London')
  );
end $$;

-- Everything that happened to an order, the oldest first: [{"at", "what", …}]. Of a part: what was in it, and how it went.
create or replace function public.order_events(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  with noted as materialized (
    select l.done_at, l.who, l.action, l.after, coalesce(l.after, l.before) as facts from public.desk_log l where l.subject = 'order:' || p_order.number
  ), about as (
    select p_order.id::text as id
    union all
    select s.id::text from public.subscriptions s where s.order_id = p_order.id
  ), happened (at, what, facts) as (
    select p_order.created_at, 'placed', jsonb_build_object('terms', p_order.terms_version)
    union all
    select p_order.paid_at, 'paid', jsonb_build_object('amount', p_order.total) where p_order.paid_at is not null
    union all
    select p_order.sold_out_at, 'sold_out', '{}' where p_order.sold_out_at is not null
    union all
    select k.packed_at, 'packed', '{}' from public.order_packing k where k.order_id = p_order.id and k.packed_at is not null
    union all
    select p_order.fulfilled_at, 'sent', jsonb_build_object('mailsAt', p_order.fulfilled_at + public.time_to_undo(), 'carrier', p_order.carrier, 'tracking', p_order.tracking, 'who', (
      select n.who from noted n where n.action = 'send' and n.done_at = p_order.fulfilled_at limit 1
    )) where p_order.fulfilled_at is not null
    union all
    -- Refunds are told below, and the sending that stands above.
    select n.done_at, n.action, jsonb_build_object('who', n.who, 'after', n.after) || case when n.facts ? 'lines' then jsonb_build_object(
      'carrier', n.facts -> 'carrier', 'pieces', (
        select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', line.quantity, 'size', i.size) order by i.position)
        from jsonb_to_recordset(n.facts -> 'lines') as line ("position" integer, quantity integer)
        join public.order_items i on i.order_id = p_order.id and i.position = line.position
      )
    ) else '{}' end || coalesce((
      -- Noted in the transaction that sent it.
      select jsonb_build_object('part', p.id, 'tracking', p.tracking, 'mailsAt', p.sent_at + public.time_to_undo()) from public.part_parcels p
      where n.action = 'send_part' and p.order_id = p_order.id and p.sent_at = n.done_at limit 1
    ), '{}') from noted n
    where n.action not in ('pay_back', 'cancel') and not (n.action = 'send' and n.done_at is not distinct from p_order.fulfilled_at)
    union all
    select coalesce(r.booked_at, r.asked_at), case when r.cancels then 'cancelled' else 'paid_back' end, jsonb_build_object(
      'refund', r.id, 'amount', r.amount, 'pieces', public.refunded_pieces(r), 'reason', r.reason, 'words', r.words,
      'isBooked', r.booked_at is not null, 'who', (select n.who from noted n where n.after ->> 'refund' = r.id::text limit 1)
    ) from public.refunds r where r.order_id = p_order.id
    union all
    select f.failed_at, 'refund_failed', jsonb_build_object('amount', f.amount, 'reason', f.why) from public.failed_refunds f where f.order_id = p_order.id
    union all
    select coalesce(m.sent_at, m.failed_at, greatest(m.next_attempt_at, m.created_at)), 'mail', jsonb_build_object(
      'template', m.template, 'to', m.recipient, 'error', m.last_error, 'key', m.dedupe_key, 'state', case
        when m.sent_at is not null then 'sent' when m.called_off then 'called off' when m.failed_at is not null then 'failed' else 'waiting'
      end
    ) from public.outbox m where split_part(m.dedupe_key, ':', 2) in (select a.id from about a)
    union all
    -- What the provider said of it, but for the payment and the refunds that are told above.
    select e.received_at, 'provider', jsonb_build_object('type', e.type, 'detail', e.detail, 'isSetAside', e.outcome = 'set aside')
    from public.payment_events e
    where e.order_id = p_order.id and e.outcome <> 'ignored' and e.received_at is distinct from p_order.paid_at
      and not exists (select from public.failed_refunds f where f.order_id = p_order.id and f.failed_at = e.received_at)
      and not exists (select from public.refunds r where r.order_id = p_order.id and r.booked_at = e.received_at)
  )
  select coalesce(jsonb_agg(h.facts || jsonb_build_object('at', h.at, 'what', h.what) order by h.at), '[]') from happened h
$$;

-- Why somebody cannot be erased yet, or null. Whoever wants to be erased reads at once of all that they can do something
-- about; the error's code is that of the first, and `hindrances` are those of all. A box that was cancelled and still runs may
-- be charged for what is overdue, and be taken back: with nothing else in the way its provider's id is named beside the error,
-- for the server to end.
create or replace function public.erasure_hindrance(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with theirs as (select * from public.orders_of(p_user_id, p_email)), open_boxes as (
    select s.stripe_subscription_id as id, s.ends_at is not null as is_cancelled, (
      select coalesce(sum((box ->> 'quantity')::integer), 1) from jsonb_array_elements(s.boxes) as box
    ) as boxes
    from public.subscriptions s join theirs o on o.id = s.order_id where s.status not in ('cancelled', 'incomplete')
  ), to_send as (
    select count(*) as orders, regexp_replace(string_agg(number::text, ', ' order by number), ', (\d+)$', ' and \1') as numbers
    from theirs where status in ('paid', 'partially_refunded') and fulfilled_at is null
  ), disputed as (
    select regexp_replace(string_agg(number::text, ', ' order by number), ', (\d+)$', ' and \1') as numbers from theirs where dispute_state = 'open'
  ), said as (
    select
      case
        when t.orders = 1 then 'We still need your name and address to send order ' || t.numbers
          || '. Please come back when it has been sent, or write to us to cancel it.'
        when t.orders > 1 then 'We still need your name and address to send orders ' || t.numbers
          || '. Please come back when they have been sent, or write to us to cancel them.'
      end as orders,
      case when q.numbers is not null then 'Your bank is looking at your payment for order ' || q.numbers
        || '. Please come back when it has decided.'
      end as disputes,
      case when exists (select from theirs where status = 'pending' and stripe_session_id is not null) then
        'You have a payment that isn’t finished. Please finish it, or wait until it goes through or times out, and come back.'
      end as payments,
      case
        when b.renewing = 1 then 'Your box is still coming. Please cancel it in your account, or write to us, and come back.'
        when b.renewing > 1 then 'Your boxes are still coming. Please cancel them in your account, or write to us, and come back.'
      end as boxes,
      case when b.ids is not null then
        case when b.ending = 1 then 'Your box is cancelled, but we could not end it' else 'Your boxes are cancelled, but we could not end them' end
          || ' at our payment provider just now. Nothing was erased. Please try again in a few minutes, or write to us.'
      end as ending, b.ids
    from to_send t cross join (
      select sum(boxes) filter (where not is_cancelled) as renewing, sum(boxes) as ending, jsonb_agg(id order by id) as ids
      from open_boxes
    ) b cross join disputed q
  )
  select case
    when coalesce(orders, disputes, payments, boxes) is not null then public.checkout_error(
      case when orders is not null then 'order_open' when disputes is not null then 'dispute_open' when payments is not null then 'payment_open' else 'box_open' end,
      concat_ws(' ', orders, disputes, payments, boxes)
    ) || jsonb_build_object('hindrances', array_remove(array[
      case when orders is not null then 'order_open' end, case when disputes is not null then 'dispute_open' end, case when payments is not null then 'payment_open' end,
      case when boxes is not null then 'box_open' end
    ], null))
    when ids is not null then public.checkout_error('box_ending', ending) || jsonb_build_object('boxes', ids)
  end
  from said
$$;

grant all on public.disputes, public.failed_refunds to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.settle_dispute, public.dispute_revision, public.remind_of_disputes, public.known_disputes,
  public.settle_failed_refunds, public.begin_refund, public.sold_out_orders to service_role;
grant execute on function public.desk_holds, public.desk_release_hold, public.desk_settle_refund, public.desk_orders, public.desk_order,
  public.desk_today, public.desk_set_packed, public.desk_make_pick_list, public.desk_cancel_order to authenticated, service_role;
