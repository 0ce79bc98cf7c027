-- Whether a bank only asks: nothing has been taken then, and a refund ends it. The provider calls a payment refundable again, too,
-- once its dispute is won, so that its status decides.
create or replace function public.is_inquiry(p_status text) returns boolean language sql immutable set search_path = ''
as $$ select p_status like 'warning\_%' or p_status = 'prevented' $$;

-- What of an order banks have taken, or keep: it cannot be paid back on top.
create or replace function public.disputed_amount(p_order_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select coalesce(sum(d.amount), 0)::integer from public.disputes d
  where d.order_id = p_order_id and not public.is_inquiry(d.status) and public.dispute_state(d.status) <> 'won'
$$;

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

revoke execute on all functions in schema public from public;
