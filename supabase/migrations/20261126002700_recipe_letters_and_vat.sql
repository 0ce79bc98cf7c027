-- Two things that were told wrongly: what changed in a recipe, and how much VAT goes back with a delivery.

-- A letter about a recipe says what is in a jar, so one that still waits does not leave once that recipe is followed by
-- another, or taken back. The number of a version that was taken back comes again with the next, whose letters are others.
create or replace function public.forget_recipe_letters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed public.recipe_versions := coalesce(new, old);
begin
  delete from public.outbox m
  where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = changed.product_id::text and m.sent_at is null;
  if tg_op = 'DELETE' then
    update public.outbox m set dedupe_key = null
    where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = changed.product_id::text
      and split_part(m.dedupe_key, ':', 3) = changed.version::text;
  end if;
  return null;
end $$;
create or replace trigger recipe_versions_forget_letters after insert or delete on public.recipe_versions
  for each row execute function public.forget_recipe_letters();

-- What the latest recipe contains that the one of an earlier day did not: ["mustard"].
create or replace function public.new_allergens_since(p_product uuid, p_at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(a.label order by a.place), '[]')
  from (select * from public.recipe_versions v where v.product_id = p_product order by v.version desc limit 1) latest
  cross join (
    select * from public.recipe_versions v where v.product_id = p_product and (v.since <= p_at or v.version = 1)
    order by v.version desc limit 1
  ) former
  join public.allergen_words() a on public.contained_words(latest.ingredients, latest.allergens) ~* a.words
    and public.contained_words(former.ingredients, former.allergens) !~* a.words
$$;

-- Writes to each who bought an older recipe what is new beside the one that they bought. Answers to how many.
create or replace function public.desk_write_recipe_news(p_product uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  latest integer;
  buyer record;
  written integer := 0;
begin
  perform public.desk_enter();
  found := public.product_to_change(p_product);
  if coalesce(found.recipe_changed_at <= now() - interval '3 months', true) then
    raise sqlstate 'PT400' using message = 'The recipe of ' || found.name || ' has not changed lately.';
  end if;
  select max(v.version) into latest from public.recipe_versions v where v.product_id = p_product;
  for buyer in select * from public.recipe_buyers(p_product, found.recipe_changed_at) loop
    perform public.queue_letter('recipe_news', buyer.email, jsonb_build_object(
      'number', buyer.number, 'name', found.name, 'slug', found.slug, 'changedAt', found.recipe_changed_at,
      'newAllergens', public.new_allergens_since(p_product, buyer.bought_at),
      'ingredients', public.plain_recipe(found.ingredients), 'allergens', found.allergens
    ), format('%s:%s:%s', p_product, latest, encode(sha256(convert_to(lower(buyer.email), 'utf8')), 'hex')), now() + interval '30 seconds');
    written := written + 1;
  end loop;
  perform public.desk_note('recipe_news', 'product:' || p_product, null, jsonb_build_object('people', written));
  return written;
end $$;

-- What the accountant reads of refunds: what went back with its lines bears their VAT, and what went back beside them, such
-- as the delivery, that of the whole order; the provider's fee stands for itself.
create or replace function public.account_rows_of_refunds(p_refunds uuid[]) returns table (refund_id uuid, place bigint, told jsonb)
language sql stable security definer set search_path = '' as $$
  with back as materialized (
    select r.id, r as refund, o.number, t.id as moved, t.fee, t.payout_id, t.arrives_on
    from public.refunds r join public.orders o on o.id = r.order_id left join lateral (
      select b.id, b.fee, b.payout_id, w.arrives_on from public.balance_transactions b left join public.payouts w on w.id = b.payout_id
      where b.refund_id = r.id and b.kind = 'refund' and b.amount < 0 order by b.created_at limit 1
    ) t on true
    where r.id = any (p_refunds)
  ), share as (
    select b.id, coalesce(sum(t.paid * x.part), 0)::bigint as paid, coalesce(sum(t.standard * x.part), 0)::bigint as standard,
      sum(t.paid)::bigint as whole, sum(t.standard)::bigint as whole_standard
    from back b join public.taxed_lines(array(select (k.refund).order_id from back k)) t on t.order_id = (b.refund).order_id
    cross join lateral (select case when (b.refund).lines = '[]' then 1 else coalesce((
      select sum(piece.quantity) from jsonb_to_recordset((b.refund).lines) as piece ("position" integer, quantity integer)
      where piece.position = t.position
    ), 0)::numeric / t.quantity end as part) x
    group by b.id
  ), shown as (
    select b.id, 0 as place, jsonb_build_object('kind', 'refund', 'what', (
      select string_agg((piece ->> 'quantity') || ' × ' || (piece ->> 'name'), ', ') from jsonb_array_elements(public.refunded_pieces(b.refund)) piece
    ), 'amount', -(b.refund).amount, 'standard', -(
      case when s.paid > 0 then least((b.refund).amount, s.paid) * s.standard / s.paid else 0 end
        + case when s.whole > 0 then greatest((b.refund).amount - s.paid, 0) * s.whole_standard / s.whole else 0 end
    )) as row
    from back b left join share s on s.id = b.id
    union all
    select b.id, 1, jsonb_build_object('kind', 'fee', 'what', 'Fee of the refund', 'amount', -b.fee) from back b where b.fee <> 0
  )
  select b.id, h.place, h.row || jsonb_build_object(
    'at', (b.refund).booked_at, 'number', b.number, 'payout', b.payout_id, 'paidOutOn', b.arrives_on, 'reference', b.moved
  )
  from shown h join back b on b.id = h.id
$$;

revoke execute on function public.forget_recipe_letters, public.new_allergens_since, public.account_rows_of_refunds from public, anon, authenticated;
